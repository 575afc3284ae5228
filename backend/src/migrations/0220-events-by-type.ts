import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './concurrent-index.js';

const SCHEMAS = ['eventstore', 'log_index'] as const;

/** Finds the events of a type without the others between them. */
export class EventsByType0000000000220 implements MigrationInterface {
  name = 'EventsByType0000000000220';
  /** PostgreSQL cannot build an index concurrently within a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const schema of SCHEMAS)
      await createIndexConcurrently(runner, `${schema}.events_by_type`, `${schema}.events (type, position)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const schema of SCHEMAS) await runner.query(`drop index concurrently if exists ${schema}.events_by_type`);
  }
}
