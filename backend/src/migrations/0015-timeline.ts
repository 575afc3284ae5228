import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many facts each minute brought, and where the log stood at its end: the auditor's time line, and the way from a
 * time to a position.
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
