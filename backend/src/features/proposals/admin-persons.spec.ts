import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { AdminPersons } from './admin-persons.js';
import { noProposal } from './proposal.decider.js';

const HOUR_MS = 3_600_000;
const store = new MemoryEventStore();
let now = new Date();
const instance = (...named: [wallet: string, person: string][]) =>
  new AdminPersons(
    { role: 'all', adminWallets: new Set(named.map(([wallet]) => wallet)), persons: new Map(named) },
    store,
    { now: () => now } as never,
    { areOnePersons: async () => false, othersOf: async () => [] } as never,
    new Recorder(store, { contextOf: async () => context() }),
  );
const written = async () => {
  let events = 0;
  for await (const _ of store.read('admin-persons')) events++;
  return events;
};
const mayFrom = async (persons: AdminPersons, wallet: string) => (await persons.approver(wallet, noProposal)).mayFrom;

it('instances with different settings do not write each other’s lists for ever', async () => {
  const [older, newer] = [
    instance(['rAda', 'ada'], ['rBen', 'ben']),
    instance(['rAda', 'ada'], ['rBen', 'ben'], ['rCleo', 'cleo']),
  ];
  await older.list();
  await newer.list();
  expect([await written(), await mayFrom(newer, 'rAda')]).toEqual([2, null]);
  expect(await mayFrom(newer, 'rCleo')).toBeInstanceOf(Date);
  for (let starts = 0; starts < 3; starts++) {
    await older.list();
    await newer.list();
  }
  expect(await written()).toBe(2);
  now = new Date(Date.now() + 25 * HOUR_MS);
  await older.list();
  await newer.list();
  expect(await mayFrom(newer, 'rCleo')).toBeNull();
  // A wallet that now belongs to another person counts as new.
  const renamed = instance(['rAda', 'ada'], ['rBen', 'ben'], ['rCleo', 'dora']);
  expect(await mayFrom(renamed, 'rCleo')).toBeInstanceOf(Date);
});
