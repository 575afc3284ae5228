import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EventStore, NewEvent } from './event-store.js';
import { load, type Folded } from './folding.js';
import { MemoryEventStore } from './memory/memory-event-store.js';
import { SNAPSHOT_EVERY, Snapshots, type Snapshot, type SnapshotTable } from './snapshots.js';
import { context } from '#test/event-store/adapter.js';

type Moved = NewEvent<'Moved', { by: number }>;
const fold = (snapshotVersion?: number): Folded<number[], Moved> => ({
  stream: 'account-1',
  initialState: [],
  evolve: (state, { data }) => [...state.slice(-4), data.by],
  ...(snapshotVersion === undefined ? {} : { snapshotVersion }),
});

/** A table in memory that records what was written to it. */
class Table implements SnapshotTable {
  readonly rows = new Map<string, Snapshot>();
  async find(stream: string, version: number) {
    return this.rows.get(`${stream}/${version}`) ?? null;
  }
  async keep(stream: string, version: number, snapshot: Snapshot) {
    this.rows.set(`${stream}/${version}`, snapshot);
  }
}

/** The store as a newly started process sees it: no snapshot in memory, but the table's. */
function restarted(store: MemoryEventStore, table: SnapshotTable): { store: EventStore; read: () => number } {
  let events = 0;
  const seen = Object.assign(Object.create(store) as EventStore, {
    snapshots: new Snapshots(table),
    async *read(...args: Parameters<EventStore['read']>) {
      for await (const event of store.read(...args)) {
        events++;
        yield event;
      }
    },
  });
  return { store: seen, read: () => events };
}

const append = (store: EventStore, count: number, from = 0) =>
  store.append(
    'account-1',
    'any',
    Array.from({ length: count }, (_, i) => ({ type: 'Moved', data: { by: from + i } })),
    context(),
  );

describe('a fold that takes many events at once', () => {
  it('gives the state of one that takes each by itself, at every length of the stream and from a snapshot', async () => {
    const pages: number[] = [];
    const one = fold(1);
    const many: typeof one = {
      ...one,
      evolveAll: (state, events) => {
        pages.push(events.length);
        return events.reduce((so, event) => one.evolve(so, event, new Date()), state);
      },
    };
    for (const count of [0, 1, 999, 1_000, 1_001, 2_500]) {
      const store = new MemoryEventStore();
      const table = new Table();
      for (let from = 0; from < count; from += 500) await append(store, Math.min(500, count - from), from);
      pages.length = 0;
      expect(await load(restarted(store, table).store, many)).toEqual(await load(store, one));
      expect(Math.max(0, ...pages)).toBeLessThanOrEqual(1_000);
      await append(store, 7, count);
      expect(await load(restarted(store, table).store, many)).toEqual(await load(store, one));
    }
  });
});

describe('a state that is loaded from its snapshot', () => {
  it('is the same as one folded from the first event, wherever a process begins', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }), async (batches) => {
        const store = new MemoryEventStore();
        const table = new Table();
        let appended = 0;
        for (const count of batches) {
          await append(store, count, appended);
          appended += count;
          const kept = await load(restarted(store, table).store, fold(1));
          const plain = await load(store, fold());
          expect(kept).toEqual(plain);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('reads at most 200 events after the snapshot, however long the stream', async () => {
    const store = new MemoryEventStore();
    const table = new Table();
    for (let at = 0; at < 2_000; at += 100) {
      await append(store, 100, at);
      await load(restarted(store, table).store, fold(1));
    }
    const late = restarted(store, table);
    await load(late.store, fold(1));
    // The snapshot's last event is read too, to verify that the log is still the same.
    expect(late.read()).toBeLessThanOrEqual(SNAPSHOT_EVERY + 1);
    await load(late.store, fold(1));
    expect(late.read()).toBeLessThanOrEqual(SNAPSHOT_EVERY + 2);
  });

  it('is thrown away where the log is another one, shorter, or the fold has changed', async () => {
    const store = new MemoryEventStore();
    const table = new Table();
    await append(store, 250);
    const honest = await load(restarted(store, table).store, fold(1));
    const row = table.rows.get('account-1/1')!;
    for (const wrong of [
      { ...row, hash: 'another log' },
      { ...row, revision: 900 },
    ]) {
      table.rows.set('account-1/1', { ...wrong, state: [-1] });
      expect(await load(restarted(store, table).store, fold(1))).toEqual(honest);
    }
    table.rows.set('account-1/1', { ...row, state: [-1] });
    expect((await load(restarted(store, table).store, fold(1))).state).toEqual([-1]);
    expect(await load(restarted(store, table).store, fold(2))).toEqual(honest);
  });

  it('is done without where the table cannot be asked', async () => {
    const store = new MemoryEventStore();
    await append(store, 250);
    const errors: unknown[] = [];
    const broken: SnapshotTable = {
      find: () => Promise.reject(new Error('away')),
      keep: () => Promise.reject(new Error('away')),
    };
    const seen = Object.assign(Object.create(store) as EventStore, {
      snapshots: new Snapshots(broken, (e) => errors.push(e)),
    });
    expect((await load(seen, fold(1))).revision).toBe(249);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(2);
  });
});
