import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { inFull } from '../../test/support/how-much.js';
import { movementsProjection } from '../features/activity/read-models/movements/movements.projection.js';
import { notificationsProjection } from '../features/notifications/read-models/notifications/notifications.projection.js';
import { transactionsProjection } from '../features/payments/read-models/transactions/transactions.projection.js';
import { createDataSource } from '../platform/database/data-source.js';
import { START } from '../platform/event-store/event-store.js';
import type { MemoryEventStore } from '../platform/event-store/memory/memory-event-store.js';
import type { Projection } from '../platform/projections/projection.js';
import { playPayouts } from './payouts/payout-story.js';
import { PayoutWorld } from './payouts/payout-world.js';
import { play } from './story.js';
import { World } from './world.js';

const SEEDS = inFull(2, 40);
const seeds = Array.from({ length: SEEDS }, (_, index) => 7_000 + index);
const PAGED = [transactionsProjection, notificationsProjection, movementsProjection];
/** Held against one event at a time, as they come while the log grows: some, and all at once. */
const SIZES = [7, 1_000_000];

let db: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  db = await freshDatabase();
  source = await createDataSource(db.url).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});

/** The rows of a read model after a log that was cut into pages of this size. */
async function rowsBy(size: number, { events: types, tables, apply }: Projection, store: MemoryEventStore) {
  await source.query(`truncate ${tables.map((table) => `read_models.${table}`).join(', ')}`);
  const { events } = await store.readAll(START, { limit: 1_000_000, filter: { types } });
  for (let from = 0; from < events.length; from += size)
    await source.transaction((tx) => apply(events.slice(from, from + size), tx));
  const rows = tables.map((table) => source.query(`select row_to_json(t)::text as row from read_models.${table} t`));
  return (await Promise.all(rows)).map((found: { row: string }[]) => found.map(({ row }) => row).sort());
}

describe('a read model is the same however its events come in pages (record 8)', () => {
  it.each(seeds)(
    'of purchases with crashes, lost answers and wilful phones, and of loans and payout runs: %d',
    async (seed) => {
      const [sale, loans] = [new World(seed), new PayoutWorld(seed)];
      expect((await play(seed, undefined, sale)).broken).toBeNull();
      expect((await playPayouts(seed, undefined, loans)).broken).toBeNull();
      for (const projection of PAGED)
        for (const { store } of [sale, loans]) {
          const eachAlone = await rowsBy(1, projection, store);
          // A story of loans may end before a run has paid anybody.
          if (store === sale.store) expect(eachAlone.flat().length).toBeGreaterThan(0);
          for (const size of SIZES) expect(await rowsBy(size, projection, store)).toEqual(eachAlone);
        }
    },
    300_000,
  );
});
