import { describe, expect, it } from '@jest/globals';
import type { PaymentKind } from '@tknest/contracts/events';
import { openedPayment } from '#test/support/started-payment.js';
import { noWalletListed } from '#test/support/listed-wallets.js';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { KycStanding } from '#features/identity/true-standing.public.js';
import { objectionOf } from './payment-ports.js';
import { issuance } from './transactions.js';
import { isSoldOut } from './collecting/issued-before.js';
import { createListing } from '#features/listings/create-listing.decider.js';
import { unlisted } from '#features/listings/rules.public.js';
import { Wallet } from 'xrpl';

const payer = 'rPayer';

/** A mutable business day, so that tests can advance it. */
let today = new Date('2026-01-15');
const calendar = { now: async () => today } as BusinessCalendar;
const store = new MemoryEventStore();
const standing = new KycStanding(store, calendar, noWalletListed);
const told = new ToldStanding(standing, noWalletListed, { recordAttempt: async () => {} }, { sandbox: true });
const objection = async (kind: PaymentKind) => objectionOf(openedPayment('p1', { kind, payer }), store, standing, told);
const note = (type: string, data: { wallet: string; [more: string]: unknown }) =>
  store.append(`identity-${data.wallet}`, 'none', [{ type, data }], context());

describe('a wallet that is suspended after its payment began, and signs', () => {
  it('moves no money between wallets, and pays back what it owes', async () => {
    expect(await objection('rlusd_payment')).toBeNull();
    await note('WalletSuspended', { wallet: payer, reason: 'why' });
    expect(await objection('rlusd_payment')).toMatchObject({ code: 'wallet-suspended' });
    expect(await objection('refund')).toBeNull();
  });
});

/** A listing of tokens at 100 RLUSD. */
const listed = (propertyId: number, tokenCount: number) =>
  createListing(
    {
      propertyId,
      owner: 'rOwner',
      name: 'Sample Court',
      address: 'x',
      monthlyRent: 2500,
      fundingGoal: 10_000,
      fundingPurpose: 'x',
      tokenTermMonths: 60,
      monthlyRate: 6.5,
      tokenPrice: 100,
      tokenCount,
      redemptionClause: 'x',
    },
    unlisted,
  );

describe('a verification that lapses after the payment began', () => {
  it('stops a purchase before money moves, from the end of its two years on', async () => {
    const buyer = { wallet: 'rBuyer', role: 'investor', status: 'verified', expiresAt: '2028-01-15T00:00:00.000Z' };
    await note('KycDecided', { ...buyer, applicationId: 'a1', provider: 'platform' });
    const purchase = openedPayment('p1', { payer: buyer.wallet });
    const reserved = { propertyId: 1, paymentId: 'p1', wallet: buyer.wallet, tokens: 5 };
    await store.append('listing-1', 'none', [...listed(1, 5), { type: 'TokensReserved', data: reserved }], context());
    today = new Date('2028-01-14');
    expect(await objectionOf(purchase, store, standing, told)).toBeNull();
    today = new Date('2028-01-15');
    expect(await objectionOf(purchase, store, standing, told)).toEqual({
      code: 'verification-lapsed',
      message: 'Your identity verification has lapsed. No money moved.',
    });
  });
});

describe('a property whose tokens were issued to others in a time that the log has forgotten', () => {
  const ISSUER = Wallet.generate();
  const forgotten = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
  const purchase = openedPayment('p2', { payer: 'rBuyer2', propertyId: 7 });
  const forgottenSale = async (tokenCount: number) => {
    const property = new MemoryEventStore();
    await property.append('listing-7', 'none', listed(7, tokenCount), context());
    const transaction = issuance({
      holder: ISSUER.classicAddress,
      issuer: ISSUER.classicAddress,
      property: 7,
      purchase: forgotten,
      tokens: 4,
    });
    const { tx_blob: blob, hash } = ISSUER.sign({ ...transaction, Fee: '12', Sequence: 9 } as never);
    const use = { what: 'Payment', hash, ticket: 9, sequence: null, tickets: [], result: 'tesSUCCESS', ledgerIndex: 7 };
    const settled = { ...use, name: 'issuer', how: 'adopted', subject: `purchase/${forgotten}/issuance`, blob };
    await property.append('account-issuer', 'none', [{ type: 'UnknownTransactionSettled', data: settled }], context());
    return property;
  };

  it('is not sold beyond what is left beside them, but for their own payment', async () => {
    expect(await isSoldOut({ store: await forgottenSale(4) }, purchase)).toBe(false);
    expect(await isSoldOut({ store: await forgottenSale(3) }, purchase)).toBe(true);
    expect(await isSoldOut({ store: await forgottenSale(3) }, { ...purchase, propertyId: 8 })).toBe(false);
    expect(await isSoldOut({ store: await forgottenSale(3) }, { ...purchase, paymentId: forgotten })).toBe(false);
  });
});
