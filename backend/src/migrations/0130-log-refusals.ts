import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records that an instance found that the log had lost events that it had read: the next start waits for an operator.
 */
export class LogRefusals0000000000130 implements MigrationInterface {
  name = 'LogRefusals0000000000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table platform.log_refusals (
      position  text        not null,
      hash      text,
      head      text        not null,
      found_at  timestamptz not null default now()
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.log_refusals');
  }
}
