import { describe, expect, it } from '@jest/globals';
import type { PaymentKind } from '@tknest/contracts/events';
import { noWalletListed } from '../../../test/support/listed-wallets.js';
import type { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import { KycStanding } from '../identity/identity.public.js';
import { objectionOf } from './payment-ports.js';
import { noPayment } from './payment.state.js';

const payer = 'rPayer';

/** Today is told, so that it can move on. */
let today = new Date('2026-01-15');
const calendar = { now: async () => today } as BusinessCalendar;
const store = new MemoryEventStore();
const standing = new KycStanding(store, calendar, noWalletListed, { sandbox: true });
const objection = async (kind: PaymentKind) => objectionOf({ ...noPayment, kind, payer }, store, standing);
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

describe('a verification that lapses after the payment began', () => {
  it('stops a purchase before money moves, from the end of its two years on', async () => {
    const buyer = { wallet: 'rBuyer', role: 'investor', status: 'verified', expiresAt: '2028-01-15T00:00:00.000Z' };
    await note('KycDecided', { ...buyer, applicationId: 'a1', provider: 'platform' });
    const purchase = { ...noPayment, kind: 'property_purchase' as const, payer: buyer.wallet, propertyId: 1 };
    today = new Date('2028-01-14');
    expect(await objectionOf(purchase, store, standing)).toBeNull();
    today = new Date('2028-01-15');
    expect(await objectionOf(purchase, store, standing)).toEqual({
      code: 'verification-lapsed',
      message: 'Your identity verification has lapsed. No money moved.',
    });
  });
});
