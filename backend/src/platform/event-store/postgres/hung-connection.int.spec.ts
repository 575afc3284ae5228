import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blackHoleTo, type BlackHole } from '#test/support/black-hole.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '../../database/pool.js';
import { collect, context, event, eventually, pause } from '#test/event-store/adapter.js';
import { LOG_LOCK } from '../../database/append.sql.js';
import { PostgresEventStore } from './postgres-event-store.js';

const TIMEOUT_MS = 500;

/** A statement without an answer would block every append of the instance, because they share its batches. */
describe('a hung database connection', () => {
  let db: TestDatabase;
  let way: BlackHole;
  let store: PostgresEventStore;
  beforeEach(async () => {
    db = await freshDatabase();
    way = await blackHoleTo(db.url);
    store = new PostgresEventStore(createPool(way.url, 3), { appendTimeoutMs: TIMEOUT_MS });
  });
  afterEach(async () => {
    await way.close();
    await store.close();
    await store.pool.end();
    await db.drop();
  });
  const append = (stream: string) => store.append(stream, 'any', [event()], context());

  it('delays the appends of its instance by one time-out, and each is written once', async () => {
    await Promise.all([append('thing-1'), collect(store.read('thing-1')), collect(store.read('thing-2'))]);
    expect(way.swallow()).toBeGreaterThan(1);
    const began = performance.now();
    await Promise.all(Array.from({ length: 20 }, (_, n) => append(`thing-${n}`)));
    await append('thing-1');
    expect(performance.now() - began).toBeLessThan(20 * TIMEOUT_MS);
    expect((await db.pool.query('select 1 from eventstore.events')).rowCount).toBe(22);
  });

  it('that holds the log’s lock ends the waiting with an error, and appends go on once it lets go', async () => {
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1)', [LOG_LOCK]);
    await expect(append('thing-1')).rejects.toThrow(/statement timeout/);
    const late = append('thing-2');
    await pause(TIMEOUT_MS);
    await holder.query('rollback');
    holder.release();
    await late;
    await eventually(async () => (await db.pool.query('select 1 from eventstore.events')).rowCount === 1);
  });

  it('in a transaction that was forgotten is ended by the server, and a statement without an answer by either side', async () => {
    const { rows } = await store.pool.query(
      `select name, setting::int as ms from pg_settings where name = any($1) order by name`,
      [['idle_in_transaction_session_timeout', 'statement_timeout', 'tcp_keepalives_idle']],
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 20_000 },
      { name: 'statement_timeout', ms: 30_000 },
      { name: 'tcp_keepalives_idle', ms: 10 },
    ]);
    expect(store.pool.options.query_timeout).toBeGreaterThan(30_000);
  });
});
