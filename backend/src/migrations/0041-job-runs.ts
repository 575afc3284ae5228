import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each scheduled job was last done, and its result: one instance does it, all of them report it. */
export class JobRuns0000000000041 implements MigrationInterface {
  name = 'JobRuns0000000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table platform.job_runs (name text primary key, at timestamptz not null, result jsonb not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.job_runs');
  }
}
