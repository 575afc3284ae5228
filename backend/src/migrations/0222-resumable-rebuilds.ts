import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The progress of a rebuild, written together with its tables, and the version with which it was begun. */
export class ResumableRebuilds0000000000222 implements MigrationInterface {
  name = 'ResumableRebuilds0000000000222';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.rebuild_checkpoints (
        name      text    primary key,
        version   integer not null,
        shape     text    not null,
        position  text    not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.rebuild_checkpoints');
  }
}
