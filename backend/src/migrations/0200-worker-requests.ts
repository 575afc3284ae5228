import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests of web processes to workers. Rows may be lost with the server, because lost requests are repeated or done
 * anyway, so the table is unlogged.
 */
export class WorkerRequests0000000000200 implements MigrationInterface {
  name = 'WorkerRequests0000000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table platform.worker_requests (
        id       uuid        primary key,
        kind     text        not null,
        input    jsonb       not null,
        lease    text,
        asked_at timestamptz not null default clock_timestamp(),
        taken_by uuid,
        done_at  timestamptz,
        result   jsonb,
        error    text
      );
      create index worker_requests_open on platform.worker_requests (asked_at) where taken_by is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.worker_requests');
  }
}
