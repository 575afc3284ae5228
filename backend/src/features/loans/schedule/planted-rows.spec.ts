import { beforeEach, expect, it } from '@jest/globals';
import type { DomainEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { context } from '#test/event-store/adapter.js';
import { listingStream, loadListing } from '#features/listings/rules.public.js';
import { loanFold } from '../account/loan.state.js';
import { OpenLoan, OpenLoanHandler } from '../use-cases/open-loan/open-loan.command.js';
import { endSale } from './day.js';

const OPEN_DAYS = 90;
const LISTED = {
  propertyId: 1,
  owner: 'rOwner',
  name: 'Sample Court',
  tokenCount: 100,
  tokenPrice: '100',
  monthlyPayoutPerToken: '1',
  tokenTermMonths: 12,
  monthlyRate: 6.5,
  fundingGoal: '10000',
  monthlyRent: '100',
};
let store: MemoryEventStore;
/** Appends to the listing on a business day. */
const told = (type: DomainEvent['type'], data: object, businessDate: string) => {
  const { metadata } = context();
  const on = { metadata: { ...metadata, businessDate } } as ReturnType<typeof context>;
  return store.append(listingStream(1), 'any', [{ type, data: { propertyId: 1, ...data } } as never], on);
};
beforeEach(async () => {
  store = new MemoryEventStore();
  await told('ListingCreated', LISTED, '2027-01-01');
  await told('TokensPurchased', { paymentId: 'p', tokens: 5 }, '2027-01-10');
});

it('ends no sale before its time, whatever a row of sales says', async () => {
  await endSale(store, 1, '2027-04-09', OPEN_DAYS);
  expect((await loadListing(store, 1)).status).toBe('open');
  await endSale(store, 1, '2027-04-10', OPEN_DAYS);
  expect((await loadListing(store, 1)).status).toBe('closed');
});

it('opens no loan of a sale that has not ended, and no loan of another day', async () => {
  const handler = new OpenLoanHandler(store, new Recorder(store, { contextOf: async () => context() } as never));
  const loan = async () => (await load(store, loanFold(1))).state;
  await handler.execute(new OpenLoan(1));
  expect(await loan()).toMatchObject({ status: 'none' });
  await told('ListingClosed', { tokensSold: 5, principal: '500', reason: 'owner', explanation: null }, '2027-02-01');
  await told('ListingHidden', { reason: 'x' }, '2027-03-01');
  await handler.execute(new OpenLoan(1));
  expect(await loan()).toMatchObject({ status: 'open', openedOn: '2027-02-01' });
});
