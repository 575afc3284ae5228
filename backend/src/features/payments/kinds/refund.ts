import type { BusinessDate } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { batchFold, fundPayeeByArrival, isSpent, runFold, type RunState } from '#features/payouts/rules.public.js';
import { paymentFold } from '../payment.evolve.js';
import { owedBack, type PaidPayment, type Payment, type PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import { arrivalOf, escrowStreams, type EscrowStates } from './escrow-arrival.js';
import type { Recipe, Writes } from './recipe.js';

/**
 * The principal to pay back next: one for which no refund was begun, or whose refund `previous` came to nothing.
 * @throws Refused if nothing is owed, or another refund was begun meanwhile
 */
export function principalToRefund(original: PaymentState, previous: string | null): string {
  const owed = owedBack(original);
  if (original.phase === 'none' || owed.length === 0)
    throw new Refused('conflict', 'There is nothing to refund for this payment');
  const next = owed.find(({ hash }) => (original.refunds.get(hash) ?? null) === previous);
  if (next) return next.hash;
  const [begun] = [...original.refunds.values()].slice(-1);
  throw new Refused('conflict', 'This payment is already being refunded', { paymentId: begun });
}

/** Of what a wallet that refuses its refund is owed by the escrow. */
const refundRunId = (paymentId: string) => `refund-${paymentId}`;

interface States extends EscrowStates {
  original: Payment;
  run: RunState;
}

const SPENT =
  'This money was released from the payout escrow before this payment was known, so the buyer was not refunded. ' +
  'Start the refund again.';

/** Refused by its wallet it reached the escrow: there it waits for the wallet, as unclaimed. */
function settled(payment: PaidPayment, { original, run, escrow, booked }: States, today: BusinessDate): Writes {
  if (payment.payee === original.payer) return {};
  const { paymentId, amount, propertyId, principal } = payment;
  if (booked?.has(principal.hash) && !escrow.byMark.has(principal.hash)) return {};
  const dates = { period: today, date: today, recordPosition: null };
  const order = { runId: refundRunId(paymentId), propertyId, source: 'return' as const, ...dates, amount, fee: 0n };
  const arrival = arrivalOf(payment, principal);
  return fundPayeeByArrival(order, original.payer, arrival, { run, escrow });
}

/**
 * Who was paid pays a principal back: once for each principal. A wallet that refuses it is paid by way of the escrow.
 */
export const refund: Recipe = {
  ...directPayment,
  kind: 'refund',
  isOwed: true,
  // Leaving it unsigned takes nothing from anybody.
  pausesWhenUnpaid: false,
  title: ({ propertyName }) => `Refund${propertyName ? ` for ${propertyName}` : ''}`,
  streams: (payment) => ({
    ...escrowStreams(payment),
    original: paymentFold(payment.refundOf!),
    run: runFold(refundRunId(payment.paymentId)),
    lines: batchFold(refundRunId(payment.paymentId), '0'),
  }),
  settled: (payment, states: States, today) => settled(payment, states, today),
  /** A person may decide about money in suspense at any time. */
  spent: (payment, { original, escrow }: States) =>
    payment.payee !== original.payer && isSpent(payment.principal.hash, payment.amount, escrow) ? SPENT : null,
  begun(payment, { original }: { original: Payment }) {
    const principalHash = principalToRefund(original, payment.previousRefund ?? null);
    const data = { paymentId: original.paymentId, refundId: payment.paymentId, principalHash };
    return { original: [{ type: 'RefundBegun', data }] };
  },
  late: () => ({ remedy: 'count', writes: {} }),
  instruction: (payment) => `${directPayment.instruction(payment)} It refunds a payment that you received.`,
};

/** The principal that a refund pays back, as the refunded payment's facts tell it. */
export const principalOf = (original: Payment, refundId: string): string | null =>
  original.refundTargets.get(refundId) ?? null;
