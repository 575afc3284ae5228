import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import { paymentStream } from '../payments/payment.public.js';
import { Receipts } from './receipts.js';

const ID = '7d8f0d9c-4f43-4a52-9d57-1f2a9f4b7c01';
const [PAYER, PAYEE] = ['rPayer', 'rPayee'];

/** A payment that its payer began in a session, and that the platform saw validated. */
async function receipts(): Promise<Receipts> {
  const store = new MemoryEventStore();
  const about = { paymentId: ID, kind: 'purchase', payer: PAYER, payee: PAYEE, feeWallet: 'rFee', propertyId: null };
  const leg = { leg: 'recipient', delivered: '7', hash: 'C'.repeat(64), ledgerIndex: 9 };
  const started = { type: 'PaymentStarted', data: about } as unknown as PaymentEvent;
  const validated = { type: 'LegValidated', data: leg } as unknown as PaymentEvent;
  const { metadata } = context();
  const actor = { wallet: PAYER, role: 'investor' as const };
  await store.append(paymentStream(ID), 'none', [started] as never, {
    metadata: { ...metadata, actor, session: 'ab12cd34ef56ab78' },
  });
  await store.append(paymentStream(ID), 0, [validated] as never, context());
  return new Receipts(store, { address: async () => 'rIssuer' } as never);
}
const seenBy = async (wallet: string, role: 'investor' | 'landlord' | 'auditor') => {
  const found = await (await receipts()).find({ wallet, role } as never, ID);
  return { events: found.events.map(({ type }) => type), hidden: found.hidden.map(({ type }) => type) };
};

describe('the events of a receipt', () => {
  it('are all handed out in full to whoever caused them, and to auditors (record 5)', async () => {
    const all = { events: ['PaymentStarted', 'LegValidated'], hidden: [] };
    expect(await seenBy(PAYER, 'investor')).toEqual(all);
    expect(await seenBy('rAuditor', 'auditor')).toEqual(all);
  });
  it('name nobody’s session to the other side: what a session of somebody else caused is a hash (record 5)', async () => {
    expect(await seenBy(PAYEE, 'landlord')).toEqual({ events: ['LegValidated'], hidden: ['PaymentStarted'] });
  });
});
