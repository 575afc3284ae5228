import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folded states of long streams. Disposable: emptying the table costs time only. */
export class Snapshots0000000000030 implements MigrationInterface {
  name = 'Snapshots0000000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.snapshots (
        stream   text primary key,
        version  integer not null,
        revision integer not null,
        hash     text,
        state    bytea not null,
        made_at  timestamptz not null default now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.snapshots');
  }
}
