import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '../../database/pool.js';
import type { AppendBatch } from '../group-commit.js';
import { context, event, eventually, PATIENCE_MS, streamName } from '#test/event-store/adapter.js';
import { startFollowing } from '#test/event-store/contract/following.js';
import { stressOrder } from '#test/event-store/contract/ordering.js';
import { slowAppend, unsafeAppend } from '#test/event-store/unsafe-append.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { inFull } from '#test/support/how-much.js';

/** Contract items 6 and 8 in cases that only occur on PostgreSQL: transactions that stay open, and are rolled back. */
describe('order under stress', () => {
  let db: TestDatabase;
  let stores: PostgresEventStore[];
  beforeEach(async () => {
    db = await freshDatabase();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => (await store.close(), store.pool.end())));
    await db.drop();
  });

  function writers(append: (pool: pg.Pool) => AppendBatch): PostgresEventStore[] {
    stores = Array.from({ length: 16 }, () => {
      const pool = createPool(db.url, 2);
      return new PostgresEventStore(pool, { appendBatch: append(pool) });
    });
    return stores;
  }

  it('nothing is missed while sixteen processes commit late and take back', async () => {
    const report = await stressOrder(writers(slowAppend), new PostgresEventStore(db.pool), inFull(1500, 10_000));
    expect(report).toMatchObject({ missed: 0, disordered: 0 });
    expect(report.written).toBeGreaterThan(50);
  });

  it('the same test catches a store that draws positions from a bare sequence', async () => {
    await db.pool.query('create sequence public.bare_sequence');
    const [unsafe, reader, end] = [writers(unsafeAppend), new PostgresEventStore(db.pool), Date.now() + PATIENCE_MS];
    let missed = 0;
    while (missed === 0 && Date.now() < end) ({ missed } = await stressOrder(unsafe, reader, inFull(1500, 10_000)));
    expect(missed).toBeGreaterThan(0);
  });

  it('a transaction that stays open elsewhere stalls neither writers nor followers', async () => {
    const [store] = writers(slowAppend);
    const idle = await db.pool.connect();
    await idle.query('begin');
    await idle.query('create table public.something_slow (a integer)');
    const follower = startFollowing(store!, await store!.head());
    for (let n = 0; n < 5; n++)
      await new PostgresEventStore(db.pool).append(streamName(), 'none', [event({ n })], context());
    await eventually(() => follower.seen.length === 5);
    await follower.stop();
    await idle.query('rollback');
    idle.release();
  });
});
