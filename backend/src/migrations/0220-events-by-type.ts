import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEMAS = ['eventstore', 'log_index'] as const;

/**
 * Finds the events of a type without the others between them. Made while others append: the database builds it beside
 * them. An attempt that was interrupted leaves an index that nothing uses; it is made anew.
 */
export class EventsByType0000000000220 implements MigrationInterface {
  name = 'EventsByType0000000000220';
  /** PostgreSQL builds no index beside writers within a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const schema of SCHEMAS) {
      await runner.query(`drop index concurrently if exists ${schema}.events_by_type`);
      await runner.query(`create index concurrently events_by_type on ${schema}.events (type, position)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const schema of SCHEMAS) await runner.query(`drop index concurrently if exists ${schema}.events_by_type`);
  }
}
