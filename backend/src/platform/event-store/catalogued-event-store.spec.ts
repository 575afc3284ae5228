import { beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { readdirSync, readFileSync } from 'node:fs';
import { CataloguedEventStore, NotInCatalogue } from './catalogued-event-store.js';
import { START, type RecordedEvent } from './event-store.js';
import { MemoryEventStore } from './memory/memory-event-store.js';
import { collect, context, event, eventually } from '#test/event-store/adapter.js';
import { startFollowing } from '#test/event-store/contract/following.js';
import { upcast, type ForgedEvent } from './upcasting.js';

const GOLDEN = new URL('../../../../contracts/test/golden-events/', import.meta.url);

/** Contract item 17: events stored in any version are read in the current one. */
describe('the catalogue before the store', () => {
  const upcasters = {
    Priced: {
      1: ({ price }: { price: number }) => ({ cents: price * 100 }),
      2: ({ cents }: { cents: number }) => ({ amount: String(cents), currency: 'RLUSD' }),
    },
  };
  let stored: MemoryEventStore;
  let store: CataloguedEventStore;
  beforeEach(async () => {
    stored = new MemoryEventStore();
    store = new CataloguedEventStore(stored, { Priced: 3, Named: 1 }, upcasters);
    await stored.append(
      'item-1',
      'none',
      [
        { type: 'Priced', version: 1, data: { price: 5 } },
        { type: 'Priced', version: 2, data: { cents: 700 } },
      ],
      context(),
    );
    await store.append(
      'item-1',
      1,
      [
        { type: 'Priced', data: { amount: '9', currency: 'RLUSD' } },
        { type: 'Named', data: { name: 'a' } },
      ],
      context(),
    );
  });
  const today = [
    { amount: '500', currency: 'RLUSD' },
    { amount: '700', currency: 'RLUSD' },
    { amount: '9', currency: 'RLUSD' },
    { name: 'a' },
  ];

  it("reads every version as today's, however it is read", async () => {
    const all = (events: RecordedEvent[]) =>
      expect(events.map(({ data, version, type }) => [data, version === (type === 'Priced' ? 3 : 1)])).toEqual(
        today.map((data) => [data, true]),
      );
    all(await collect(store.read('item-1')));
    all((await store.readAll(START)).events);
    const follower = startFollowing(store, START);
    await eventually(() => follower.seen.length === 4);
    await follower.stop();
    all(follower.seen);
    expect((await stored.readAll(START)).events[0]).toMatchObject({ version: 1, data: { price: 5 } });
  });

  it("writes today's version only, and nothing that it does not know", async () => {
    const append = (type: string, version?: number) =>
      store.append('item-2', 'any', [{ ...event({}, type), version }], context());
    await expect(append('Unheard')).rejects.toThrow(NotInCatalogue);
    await expect(append('Priced', 2)).rejects.toThrow('version 3');
    await append('Priced', 3);
  });

  it('refuses what is newer than the program, and a ladder with a step missing', () => {
    const recorded = { type: 'Priced', version: 4, data: {}, position: '1' } as RecordedEvent;
    expect(() => upcast(recorded, { Priced: 3 }, upcasters)).toThrow('version 4');
    expect(() => upcast({ ...recorded, version: 1 }, { Priced: 5 }, upcasters)).toThrow(
      'There is no upcaster from version 3',
    );
  });

  it('a caller who needs a changed entry is told so, not that nothing was lost', () => {
    const forged = { type: 'Priced', version: 3, data: {}, position: '1', misfit: 'its MAC does not match it' };
    let told: unknown;
    try {
      upcast(forged as unknown as RecordedEvent, { Priced: 3 }, upcasters);
    } catch (error) {
      told = (error as ForgedEvent).answer;
    }
    expect(told).toMatchObject({ reason: 'unavailable', detail: expect.stringMatching(/^An entry .* was changed/) });
  });

  it('has a way from every golden file to today', () => {
    const files = readdirSync(GOLDEN).map(
      (file) => JSON.parse(readFileSync(new URL(file, GOLDEN), 'utf8')) as RecordedEvent,
    );
    expect(files.length).toBeGreaterThanOrEqual(Object.keys(EVENT_CATALOGUE).length);
    for (const golden of files)
      expect(upcast(golden, EVENT_CATALOGUE, UPCASTERS).version).toBe(
        EVENT_CATALOGUE[golden.type as keyof typeof EVENT_CATALOGUE],
      );
  });
});
