import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './concurrent-index.js';

/** Finds duplicates of an event in the index of a log on EventStoreDB, where nothing else keeps ids unique. */
export class IndexById0000000000230 implements MigrationInterface {
  name = 'IndexById0000000000230';
  /** PostgreSQL cannot build an index concurrently within a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'log_index.events_by_id', 'log_index.events (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists log_index.events_by_id');
  }
}
