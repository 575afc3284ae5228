import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './concurrent-index.js';

/** Finds copies of an event in the index of a log that lies on EventStoreDB: nothing else keeps ids unique there. */
export class IndexById0000000000230 implements MigrationInterface {
  name = 'IndexById0000000000230';
  /** PostgreSQL builds no index beside writers within a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'log_index.events_by_id', 'log_index.events (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists log_index.events_by_id');
  }
}
