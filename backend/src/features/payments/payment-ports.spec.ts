import { describe, expect, it } from '@jest/globals';
import type { PaymentKind } from '@tknest/contracts/events';
import type { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import { KycStanding } from '../identity/identity.public.js';
import { objectionOf } from './payment-ports.js';
import { noPayment } from './payment.state.js';

const payer = 'rPayer';

describe('a wallet that is suspended after its payment began, and signs', () => {
  const store = new MemoryEventStore();
  const standing = new KycStanding(store, {} as BusinessCalendar);
  const objection = async (kind: PaymentKind) => objectionOf({ ...noPayment, kind, payer }, store, standing);

  it('moves no money between wallets, and pays back what it owes', async () => {
    expect(await objection('rlusd_payment')).toBeNull();
    const event = { type: 'WalletSuspended', data: { wallet: payer, reason: 'why' } };
    await store.append(`identity-${payer}`, 'none', [event], context());
    expect(await objection('rlusd_payment')).toMatchObject({ code: 'wallet-suspended' });
    expect(await objection('refund')).toBeNull();
  });
});
