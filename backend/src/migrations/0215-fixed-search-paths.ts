import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTIONS = ['eventstore.refuse_change()', 'eventstore.refuse_append()', 'platform.seal_checkpoint()'];

/** The database's own functions resolve names as intended, whatever the caller's search path is. */
export class FixedSearchPaths0000000000215 implements MigrationInterface {
  name = 'FixedSearchPaths0000000000215';

  async up(runner: QueryRunner): Promise<void> {
    for (const one of FUNCTIONS) await runner.query(`alter function ${one} set search_path = pg_catalog, pg_temp`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of FUNCTIONS) await runner.query(`alter function ${one} reset search_path`);
  }
}
