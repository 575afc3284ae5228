import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTIONS = ['eventstore.refuse_change()', 'eventstore.refuse_append()', 'platform.seal_checkpoint()'];

/** What the database's own functions name is found where they mean it, whatever the caller's search path says. */
export class FixedSearchPaths0000000000215 implements MigrationInterface {
  name = 'FixedSearchPaths0000000000215';

  async up(runner: QueryRunner): Promise<void> {
    for (const one of FUNCTIONS) await runner.query(`alter function ${one} set search_path = pg_catalog, pg_temp`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of FUNCTIONS) await runner.query(`alter function ${one} reset search_path`);
  }
}
