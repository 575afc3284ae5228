import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each version of a fold keeps its own snapshot of a stream: two versions of the program run side by side. */
export class SnapshotsByVersion0000000000221 implements MigrationInterface {
  name = 'SnapshotsByVersion0000000000221';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table platform.snapshots drop constraint snapshots_pkey, add primary key (stream, version)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from platform.snapshots');
    await runner.query('alter table platform.snapshots drop constraint snapshots_pkey, add primary key (stream)');
  }
}
