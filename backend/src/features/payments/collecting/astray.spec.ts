import { expect, it } from '@jest/globals';
import type { PaymentEvent, PaymentStarted } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { openedPayment, startedPayment } from '#test/support/started-payment.js';
import { paymentStream } from '../payment.state.js';
import { isAstray } from './astray.js';

const [ORIGINAL, REFUND, PAID] = ['p1', 'p2', 'p3'];
const LOAN = 'loan-1';
type About = Partial<PaymentStarted['data']>;

/**
 * Whether such a payment goes astray, beside a purchase whose principal L is owed back. @param to whom its repayment is
 * begun
 */
async function goesAstray(about: About, to: 'escrow' | 'holder' | null = null): Promise<boolean> {
  const store = new MemoryEventStore();
  const days = { paidOn: '2026-11-22', foundOn: '2026-11-22' };
  const late = { paymentId: ORIGINAL, hash: 'L', ledgerIndex: 9, delivered: '500', ...days };
  const facts = [
    startedPayment(ORIGINAL),
    { type: 'PaymentExpired', data: { paymentId: ORIGINAL } },
    { type: 'LatePrincipalFound', data: late },
    { type: 'RefundBegun', data: { paymentId: ORIGINAL, refundId: REFUND, principalHash: 'L' } },
  ] as PaymentEvent[];
  await store.append(paymentStream(ORIGINAL), 'none', facts, context());
  const terms = { platformFee: '0', tokens: null, ...about };
  if (about.kind === 'principal_payback' && to) {
    const begun = { propertyId: 1, paymentId: REFUND, amount: '500', to };
    await store.append(LOAN, 'none', [{ type: 'RepaymentBegun', data: begun } as never], context());
  }
  return isAstray(
    { store, accounts: { address: async (name: string) => name } as never },
    openedPayment(REFUND, terms),
  );
}

const REFUNDS = { kind: 'refund', payer: 'rOwner', payee: 'payoutEscrow', refundOf: ORIGINAL } as const;
const PAYS_FEE = { kind: 'fee', payee: 'feeWallet', amount: '12.5', feeOf: ORIGINAL } as const;

const REPAYS = {
  kind: 'principal_payback',
  payee: 'payoutEscrow',
  platformFee: '12.5',
  feeWallet: 'feeWallet',
} as const;

it.each<[string, About, ('escrow' | 'holder')?]>([
  ['a refund of the whole principal by its payee', REFUNDS],
  ['a whole fee', PAYS_FEE],
  ['a repayment to the escrow', REPAYS, 'escrow'],
])('does not stop %s', async (...[, about, to]) => {
  expect(await goesAstray(about, to)).toBe(false);
});

it.each<[string, About, ('escrow' | 'holder')?]>([
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
  // The loan would count as repaid, and the escrow would return the money as unexplained.
  ['a repayment to the escrow that is said to go to a holder', REPAYS, 'holder'],
  ['a repayment of a loan that does not expect it', REPAYS],
])('stops %s', async (...[, about, to]) => {
  expect(await goesAstray(about, to)).toBe(true);
});
