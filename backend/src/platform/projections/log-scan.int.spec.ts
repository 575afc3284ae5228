import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { totals, TOTALS_TABLE } from '#test/support/read-models.js';
import { createDataSource } from '../database/data-source.js';
import { START } from '../event-store/event-store.js';
import { MemoryEventStore } from '../event-store/memory/memory-event-store.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { context, pause } from '#test/event-store/adapter.js';
import { LogScan, type ScanReader } from './log-scan.js';
import { rebuild } from './rebuild.js';

const PAGES = 6;

describe('rebuilds at one time', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase();
  });
  afterEach(() => db.drop());

  it('read the log once among them, however fast each of them is, and come to the same rows as alone', async () => {
    const names = ['first', 'second', 'third'];
    for (const name of names) await db.pool.query(TOTALS_TABLE.replaceAll('totals', `totals_${name}`));
    const store = new PostgresEventStore(db.pool);
    for (let n = 0; n < PAGES; n++)
      await store.append(
        `thing-${n % 3}`,
        'any',
        Array.from({ length: 1000 }, () => ({ type: 'Counted', data: { amount: 1 } })),
        context(),
      );
    let reads = 0;
    const counting = Object.create(store) as PostgresEventStore;
    counting.readAll = (after, options) => {
      if (!options?.filter) reads++;
      return store.readAll(after, options);
    };
    const dataSource = await createDataSource(db.url).initialize();
    const scan = new LogScan(counting);
    const projections = names.map((name, index) => ({
      ...totals({ name }),
      tables: [`totals_${name}`],
      apply: async (
        events: readonly { stream: string }[],
        tx: { query(text: string, values: unknown[]): Promise<unknown> },
      ) => {
        await pause(index * 10);
        for (const stream of new Set(events.map((event) => event.stream)))
          await tx.query(
            `insert into totals_${name} as t (stream, events, total, last) values ($1, $2, 0, 0)
             on conflict (stream) do update set events = t.events + excluded.events`,
            [stream, events.filter((event) => event.stream === stream).length],
          );
      },
    }));
    await Promise.all(projections.map((projection) => rebuild(dataSource, counting, projection, { scan })));
    for (const name of names) {
      const { rows } = await db.pool.query(`select stream, events from read_models.totals_${name} order by stream`);
      expect(rows).toEqual([0, 1, 2].map((n) => ({ stream: `thing-${n}`, events: (PAGES / 3) * 1000 })));
    }
    expect(reads).toBeGreaterThan(0);
    // Each page once, and the log's end, which grows, once for each of them.
    expect(reads).toBeLessThanOrEqual(PAGES + names.length);
    await dataSource.destroy();
    await store.close();
  });
});

it('those that are ready first wait for one that has joined and still makes its tables', async () => {
  const store = new MemoryEventStore();
  const counted = Array.from({ length: 1000 }, () => ({ type: 'Counted', data: { amount: 1 } }));
  for (let n = 0; n < PAGES; n++) await store.append('thing', 'any', counted, context());
  const reads = jest.spyOn(store, 'readAll');
  const scan = new LogScan(store);
  const readers = [scan.join(), scan.join()];
  const through = async (reader: ScanReader) => {
    for (let position = START, end = false; !end;) {
      const page = await reader.readAll(position, { filter: { types: ['Counted'] } });
      [position, end] = [page.next, page.end];
    }
  };
  await Promise.all(readers.map((reader, index) => pause(index * 300).then(() => through(reader))));
  // Each page once, and the log's end, which grows, once for each of them.
  expect(reads.mock.calls.length).toBeLessThanOrEqual(PAGES + readers.length);
});
