import { expect, it } from '@jest/globals';
import type { PaymentEvent, PaymentStarted } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { openedPayment, startedPayment } from '#test/support/started-payment.js';
import { paymentStream } from '../payment.state.js';
import { isAstray } from './astray.js';

const [ORIGINAL, REFUND, PAID] = ['p1', 'p2', 'p3'];
type About = Partial<PaymentStarted['data']>;

/** Whether such a payment goes astray, beside a purchase whose principal L is owed back, and what else is written. */
async function goesAstray(about: About, also: readonly PaymentEvent[] = []): Promise<boolean> {
  const store = new MemoryEventStore();
  const days = { paidOn: '2026-11-22', foundOn: '2026-11-22' };
  const late = { paymentId: ORIGINAL, hash: 'L', ledgerIndex: 9, delivered: '500', ...days };
  const facts = [
    startedPayment(ORIGINAL),
    { type: 'PaymentExpired', data: { paymentId: ORIGINAL } },
    { type: 'LatePrincipalFound', data: late },
    { type: 'RefundBegun', data: { paymentId: ORIGINAL, refundId: REFUND, principalHash: 'L' } },
    ...also,
  ] as PaymentEvent[];
  await store.append(paymentStream(ORIGINAL), 'none', facts, context());
  const terms = { platformFee: '0', tokens: null, ...about };
  return isAstray({ store, accounts: { address: async (name) => name } as never }, openedPayment(REFUND, terms));
}

const REFUNDS = { kind: 'refund', payer: 'rOwner', payee: 'payoutEscrow', refundOf: ORIGINAL } as const;
const PAYS_FEE = { kind: 'fee', payee: 'feeWallet', amount: '12.5', feeOf: ORIGINAL } as const;

it.each<[string, About]>([
  ['a refund of the whole principal by its payee', REFUNDS],
  ['a whole fee', PAYS_FEE],
])('does not stop %s', async (_, about) => {
  expect(await goesAstray(about)).toBe(false);
});

it.each<[string, About, PaymentEvent[]?]>([
  ['a refund of a cent', { ...REFUNDS, amount: '0.01' }],
  ['a refund by somebody else', { ...REFUNDS, payer: 'rPayer' }],
  ['a refund to its payer', { ...REFUNDS, payee: 'rOwner' }],
  ['a refund for another property', { ...REFUNDS, propertyId: 2 }],
  ['a refund of a payment that names none', { ...REFUNDS, refundOf: REFUND }],
  ['a refund of nothing', { ...REFUNDS, refundOf: null }],
  ['a refund with a fee', { ...REFUNDS, platformFee: '12.5', feeWallet: 'feeWallet' }],
  ['a part of a fee', { ...PAYS_FEE, amount: '0.01' }],
  ['a fee of no payment', { ...PAYS_FEE, feeOf: PAID }],
  ['a fee of one payment by way of another', { ...PAYS_FEE, feeOf: PAID, refundOf: ORIGINAL }],
])('stops %s', async (_, about) => {
  expect(await goesAstray(about)).toBe(true);
});
