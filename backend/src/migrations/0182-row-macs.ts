import type { MigrationInterface, QueryRunner } from 'typeorm';

/** MACs of rows that grant access or trigger actions: a row without one was not written by the program. */
export class RowMacs0000000000182 implements MigrationInterface {
  name = 'RowMacs0000000000182';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table platform.${table} add column mac bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table platform.${table} drop column mac`);
  }
}

const TABLES = ['sessions', 'login_attempts', 'snapshots', 'timers', 'vault_lookups'];
