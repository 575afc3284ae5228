import type { Day } from '@tknest/contracts/money';
import { expect, it } from '@jest/globals';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { openLoan } from '../account/loan.decider.js';
import { loanStream, noLoan } from '../account/loan.state.js';
import { notCollected } from '../collection/collection.decider.js';
import { workDays, type DayPorts } from './work-days.js';

const newStore = () => new MemoryEventStore({ now: () => new Date(0), sleep: async () => undefined });
type Store = ReturnType<typeof newStore>;

async function begin(store: Store, propertyId: number, openedOn: Day): Promise<void> {
  const property = {
    propertyId,
    name: 'Sample Court',
    owner: `rOwner${propertyId}`,
    sold: 100,
    tokenPrice: 100_000_000n,
    annualRate: '6.5',
    termMonths: 12,
  };
  const events = openLoan(property, notCollected, openedOn, noLoan);
  await store.append(loanStream(propertyId), 'none', events, context());
}
const typesOf = async (store: Store, stream: string) => {
  const types: string[] = [];
  for await (const { type, data } of store.read(stream))
    types.push(type === 'NotificationSent' ? `${data.kind ?? data.what ?? JSON.stringify(data)}` : type);
  return types;
};
const portsOf = (store: Store, more: Partial<DayPorts>): DayPorts => ({
  store: store as never,
  openLoans: async () => [1],
  salesToEnd: async () => [],
  listingOpenDays: 90,
  isStopping: () => false,
  failed: () => undefined,
  ...more,
});

it('a loan that opens while missed days are worked through has its own days worked through too', async () => {
  const store = newStore();
  await begin(store, 1, '2027-01-15');
  await workDays(portsOf(store, {}), '2027-01-20');
  const open = [1];
  const salesToEnd = async (day: string) => {
    // A purchase fully funds property 2 on that day while the loop is running.
    if (day === '2027-02-16') {
      await begin(store, 2, '2027-02-16');
      open.push(2);
    }
    return [];
  };
  await workDays(portsOf(store, { openLoans: async () => [...open], salesToEnd }), '2027-05-20');
  const fell = (await typesOf(store, loanStream(2))).filter((type) => type === 'InstalmentFellDue');
  expect(fell).toHaveLength(3);
});
