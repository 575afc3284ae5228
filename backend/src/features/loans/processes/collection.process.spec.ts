import { expect, it } from '@jest/globals';
import type { Day } from '@tknest/contracts/money';
import { collect, context } from '#test/event-store/adapter.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { bookArrival, emptyEscrow } from '#features/payouts/rules.public.js';
import { loanStream } from '../account/loan.state.js';
import { loadDays, workDays, workProperty } from '../schedule/work-days.js';
import { CollectionProcess } from './collection.process.js';

it.each<[string, Day, boolean]>([
  ['waits for the days that its property waits for: nothing is in arrears that the deposit held', '2027-02-22', true],
  ['collects at once where no day waits', '2027-02-23', false],
])('%s', async (_, booked, waits) => {
  const store = new MemoryEventStore();
  await store.append(loanStream(1), 'none', loanOpened, context());
  const autopay = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' } };
  await store.append('collection-1', 'none', [autopay], context());
  let reached: Day = booked;
  const ports = {
    store,
    openLoans: async () => [1],
    salesToEnd: async () => [],
    listingOpenDays: 90,
    isStopping: () => false,
    isFollowed: async (day: Day) => reached >= day,
    hasSent: async () => false,
    waits: () => undefined,
    failed: (_id: number, error: unknown) => {
      throw error;
    },
  };
  const typesOf = async () => (await collect(store.read(loanStream(1)))).map(({ type }) => type);
  const before = waits
    ? ['InstalmentFellDue', 'CollectionClaimed']
    : ['InstalmentFellDue', 'CollectionClaimed', 'LoanInArrears'];
  // The last day of grace is the 22nd. The calendar goes on without the property, which waits for the follower.
  await workDays(ports, '2027-02-22');
  await workDays(ports, '2027-02-23');
  expect((await typesOf()).slice(1)).toEqual(before);
  reached = '2027-02-23';
  const arrival = { hash: 'IN', ledgerIndex: 1, delivered: '1000', note: 'x' };
  const posted = bookArrival(arrival, [{ account: 'deposit/1', amount: 1_000_000_000n }], emptyEscrow);
  await store.append('escrow-books', 'any', [posted], context());
  const [event] = await collect(store.read('escrow-books'));
  const process = new CollectionProcess(
    store,
    { today: async () => '2027-02-23' } as never,
    { hasReached: async (day: Day) => reached >= day } as never,
    { now: () => true } as never,
  );
  await process.handle(event!, { commandId: (of: string) => uuidv5(`test/${of}`) } as never);
  const after = [...before, 'RepaymentReceived', 'RepaymentAllocated'];
  expect((await typesOf()).slice(1)).toEqual(waits ? before : after);
  await workProperty(ports, 1, '2027-02-23', await loadDays(store));
  expect((await typesOf()).slice(1)).toEqual(after);
});
