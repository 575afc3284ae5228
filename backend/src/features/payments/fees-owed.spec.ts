import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import {
  CreateListing,
  CreateListingHandler,
} from '#features/listings/use-cases/create-listing/create-listing.command.js';
import { listingStream } from '#features/listings/rules.public.js';
import { createListing } from '#features/listings/create-listing.decider.js';
import { unlisted } from '#features/listings/listing.decider.js';
import { WithdrawDepositHandler } from '#features/payouts/use-cases/withdraw-deposit/withdraw-deposit.command.js';
import { feesOwedBy } from './fees-owed.js';
import { payerStream } from './payer.decider.js';

const SESSION = { wallet: 'rOwner', role: 'landlord' } as never;
const LISTING = {
  name: 'Sample Court',
  address: '12 Example Street',
  monthlyRent: 2500,
  fundingGoal: 10_000,
  fundingPurpose: 'x',
  tokenTermMonths: 60,
  monthlyRate: 6.5,
  tokenPrice: 100,
  tokenCount: 100,
  redemptionClause: 'x',
};
const metadata = { commandId: 'c', correlationId: 'c', causationId: 'c', businessDate: '2026-11-22' as const };
const context = (commandId: string) => ({
  metadata: { ...metadata, commandId, actor: { wallet: null, role: 'system' as const } },
});
const standing = { mayBegin: async () => undefined };
/** The person has a second wallet, which owes the fee. */
const persons = { allOf: async () => ['rOwner', 'rOther'] };

let store: MemoryEventStore;
beforeEach(async () => {
  store = new MemoryEventStore();
  const owed = { wallet: 'rOther', paymentId: 'p1', amount: '12.5' };
  await store.append(payerStream('rOther'), 'none', [{ type: 'PayerFeeOwed', data: owed }], context('owed'));
});
const settle = () =>
  store.append(payerStream('rOther'), 0, [{ type: 'PayerFeeSettled', data: { wallet: 'rOther', paymentId: 'p1' } }], {
    ...context('settled'),
  });

describe('while any wallet of a person owes a fee', () => {
  it('it is listed for each of them', async () => {
    expect(await feesOwedBy(store, ['rOwner', 'rOther'])).toEqual(['p1']);
    await settle();
    expect(await feesOwedBy(store, ['rOwner', 'rOther'])).toEqual([]);
  });

  it('no property is listed', async () => {
    const causation = { contextOf: async () => context('list') };
    const handler = new CreateListingHandler(
      store,
      standing as never,
      causation as never,
      { next: async () => 1 } as never,
      persons as never,
    );
    const list = () => handler.execute(new CreateListing(SESSION, LISTING as never, undefined));
    await expect(list()).rejects.toThrow('You owe a platform fee of 12.50 RLUSD. No money moved.');
    await settle();
    expect(await list()).toMatchObject({ propertyId: 1 });
  });

  it('no deposit is withdrawn', async () => {
    let work: (asked: object) => Promise<unknown> = async () => undefined;
    const requests = { carryOut: (_: string, how: typeof work) => void (work = how) };
    const nothing = {} as never;
    void new WithdrawDepositHandler(
      store,
      nothing,
      nothing,
      standing as never,
      nothing,
      requests as never,
      persons as never,
    );
    const listed = createListing({ ...LISTING, propertyId: 1, owner: 'rOwner' }, unlisted);
    await store.append(listingStream(1), 'none', listed, context('listed'));
    const asked = { session: SESSION, request: { propertyId: 1, amount: 5 }, key: 'k' };
    await expect(work(asked)).rejects.toThrow('You owe a platform fee of 12.50 RLUSD');
  });
});
