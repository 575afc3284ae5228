import type pg from 'pg';
import type { Position } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';

/** A log in PostgreSQL loses everything after a position, as a failover has it that lost commits. The owner's right. */
export async function loseAfter(pool: pg.Pool, position: Position): Promise<void> {
  const at = toSequence(position);
  for (const table of ['events', 'commands']) {
    await pool.query(`alter table eventstore.${table} disable trigger append_only`);
    await pool.query(`delete from eventstore.${table} where position > $1`, [at]);
    await pool.query(`alter table eventstore.${table} enable always trigger append_only`);
  }
}
