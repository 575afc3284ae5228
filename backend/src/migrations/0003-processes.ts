import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Process managers: checkpoints and timers. */
export class Processes0000000000003 implements MigrationInterface {
  name = 'Processes0000000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.process_checkpoints (
        process    text primary key,
        position   text not null
      );
      create table platform.timers (
        process       text not null,
        key           text not null,
        due_at        timestamptz not null,
        payload       jsonb,
        -- Drawn anew with each schedule: a timer that was replaced while it was handled is not deleted by the old handling.
        token         uuid not null default gen_random_uuid(),
        attempts      integer not null default 0,
        -- Until then somebody is at it; after a crash it fires again.
        claimed_until timestamptz,
        primary key (process, key)
      );
      create index timers_due on platform.timers (process, due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.timers, platform.process_checkpoints');
  }
}
