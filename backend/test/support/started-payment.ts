import type { PaymentEvent, PaymentStarted } from '@tknest/contracts/events';
import { evolvePayment, openPayment } from '#features/payments/payment.evolve.js';
import { noPayment, type PaidPayment, type Payment, type Principal } from '#features/payments/payment.state.js';

type About = PaymentStarted['data'];

/** The first event of a purchase of 5 tokens for 500 RLUSD and a fee of 12.5. @param about the differences */
export const startedPayment = (paymentId: string, about: Partial<About> = {}): PaymentStarted => ({
  type: 'PaymentStarted',
  data: {
    paymentId,
    kind: 'property_purchase',
    payer: 'rPayer',
    payee: 'rOwner',
    feeWallet: 'rFee',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 5,
    amount: '500',
    platformFee: '12.5',
    totalAmount: '512.5',
    memo: null,
    refundOf: null,
    expiresAt: '2026-11-22T10:00:00Z',
    ...about,
  },
});

/** The same, as its state. */
export const openedPayment = (paymentId: string, about: Partial<About> = {}): Payment =>
  openPayment(startedPayment(paymentId, about).data, new Date(0));

/** The same, its principal validated, and settling. */
export const paidPayment = (
  paymentId: string,
  about: Partial<About> = {},
  principal: Partial<Principal> = {},
): PaidPayment => ({
  ...openedPayment(paymentId, about),
  phase: 'settling',
  error: null,
  principal: { hash: 'HASH', ledgerIndex: 7, paidOn: '2026-12-01', foundOn: '2026-12-01', isLate: false, ...principal },
});

/** What the events of a payment fold to, its first one included. */
export function foldedPayment(events: readonly PaymentEvent[], at = new Date(0)): Payment {
  const payment = events.reduce((state, event) => evolvePayment(state, event, at), noPayment);
  if (payment.phase === 'none') throw new Error('No event starts this payment');
  return payment;
}
