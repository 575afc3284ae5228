import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { toPosition } from '../positions.js';
import { START } from '../event-store.js';
import { LogRows } from './log-rows.js';

const EVENTS = 20_000;

describe('a page of the events of a few types', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
    await db.pool.query(
      `insert into eventstore.events (position, stream, revision, id, type, version, at, data, metadata, hash)
       select n, 's-' || n, 0, gen_random_uuid(), 'Type' || n % 20, 1, '', '{}', '{}', sha256(n::text::bytea)
       from generate_series(1, $1::int) n`,
      [EVENTS],
    );
    await db.pool.query('vacuum analyze eventstore.events');
  });
  afterAll(() => db.drop());

  /** What PostgreSQL looked up while `work` ran, by index. */
  async function lookups(work: (rows: LogRows) => Promise<void>) {
    const counts = async () => {
      await db.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await db.pool.query<{ index: string; rows: number }>(
        `select indexrelname as index, idx_tup_read::int as rows from pg_stat_user_indexes where schemaname = 'eventstore'`,
      );
      return Object.fromEntries(rows.map((row) => [row.index, row.rows]));
    };
    const rows = new LogRows(db.pool, 'eventstore');
    const before = await counts();
    await work(rows);
    const after = await counts();
    return {
      byType: after.events_by_type! - before.events_by_type!,
      byPosition: after.events_pkey! - before.events_pkey!,
    };
  }

  it('does not go through the log for a type that does not occur', async () => {
    const looked = await lookups(async (rows) => {
      expect(await rows.page(START, { limit: 100, filter: { types: ['Never'] } })).toEqual({
        events: [],
        next: toPosition(EVENTS),
        end: true,
      });
    });
    expect(looked.byPosition).toBeLessThan(10);
    expect(looked.byType).toBeLessThan(10);
  });
  it('reads of a frequent one what it gives, from wherever it begins', async () => {
    const looked = await lookups(async (rows) => {
      const after = toPosition(EVENTS / 2);
      const page = await rows.page(after, { limit: 100, filter: { types: ['Type7', 'Type3', 'Never'] } });
      expect(page.events).toHaveLength(100);
      expect(page.events.slice(0, 3).map(({ position, type }) => [Number(position) - EVENTS / 2, type])).toEqual([
        [3, 'Type3'],
        [7, 'Type7'],
        [23, 'Type3'],
      ]);
      expect(page).toMatchObject({ next: page.events.at(-1)!.position, end: false });
    });
    expect(looked.byPosition).toBeLessThan(10);
    expect(looked.byType).toBeLessThan(250);
  });
});
