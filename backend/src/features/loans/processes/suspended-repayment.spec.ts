import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { openLoan } from '../account/loan.decider.js';
import { loanStream, noLoan } from '../account/loan.state.js';
import { SuspendedRepaymentProcess } from './suspended-repayment.process.js';

const property = {
  propertyId: 1,
  name: 'Sample Court',
  owner: 'rOwner',
  sold: 10,
  tokenPrice: 100_000_000n,
  annualRate: '6.5',
  termMonths: 12,
};

it.each([
  [true, 'open'],
  [false, 'none'],
])('a repayment of a landlord whose suspension is %s has a case that is %s', async (suspended, status) => {
  const store = new MemoryEventStore({ now: () => new Date(0), sleep: async () => undefined });
  await store.append(loanStream(1), 'none', openLoan(property, { automation: null }, '2027-01-01', noLoan), context());
  const process = new SuspendedRepaymentProcess(store, { stateOf: async () => ({ suspended }) } as never);
  const data = { propertyId: 1, repaymentId: 'p1', amount: '86.3', hash: 'HASH', source: 'payback' };
  const event = { type: 'RepaymentReceived', data, metadata: context().metadata } as never;
  for (const _ of [1, 2])
    await process.handle(event, { commandId: () => 'c0ffee00-0000-4000-8000-000000000001' } as never);
  expect((await load(store, caseFold('suspended-repayment-p1'))).state.status).toBe(status);
});
