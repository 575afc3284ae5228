import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each version of a fold keeps its own snapshot of a stream, so that two versions of the program can run side by side.
 * Older programs continue to use `platform.snapshots`, which a later release removes.
 */
export class SnapshotsByVersion0000000000221 implements MigrationInterface {
  name = 'SnapshotsByVersion0000000000221';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.fold_snapshots (
        stream   text        not null,
        version  integer     not null,
        revision integer     not null,
        hash     text,
        state    bytea       not null,
        mac      bytea,
        made_at  timestamptz not null default now(),
        primary key (stream, version)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.fold_snapshots');
  }
}
