import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The number of events of each minute, and the log's position at its end: for the auditor's timeline, and to find the
 * position of a time.
 */
export class Timeline0000000000015 implements MigrationInterface {
  name = 'Timeline0000000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.log_minutes (
        minute        text    primary key,
        events        integer not null,
        last_position text    not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.log_minutes');
  }
}
