import type { BusinessDate } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { batchFold, fundPayeeByArrival, isSpent, runFold, type RunState } from '#features/payouts/rules.public.js';
import { paymentFold } from '../payment.evolve.js';
import { landed, owedBack, type PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import { arrivalOf, escrowStreams, type EscrowStates } from './escrow-arrival.js';
import type { Recipe, Writes } from './recipe.js';

/**
 * The principal to pay back next: one without a refund so far, or one whose refund `previous` failed.
 * @throws Refused if nothing is owed, or another refund was begun in the meantime
 */
export function principalToRefund(original: PaymentState, previous: string | null): string {
  const owed = owedBack(original);
  if (owed.length === 0) throw new Refused('conflict', 'There is nothing to refund for this payment');
  const next = owed.find(({ hash }) => (original.refunds.get(hash) ?? null) === previous);
  if (next) return next.hash;
  const [begun] = [...original.refunds.values()].slice(-1);
  throw new Refused('conflict', 'This payment is already being refunded', { paymentId: begun });
}

/** The run for a refund that the wallet refused, and that the escrow owes to it. */
const refundRunId = (paymentId: string) => `refund-${paymentId}`;

interface States extends EscrowStates {
  original: PaymentState;
  run: RunState;
}

const SPENT =
  'This money was released from the payout escrow before this payment was known, so the buyer was not refunded. ' +
  'Start the refund again.';

/**
 * The wallet refused the refund, so it went to the escrow, where it stays unclaimed until the wallet can receive it.
 */
function settled(payment: PaymentState, { original, run, escrow, booked }: States, today: BusinessDate): Writes {
  if (payment.payee === original.payer) return {};
  const { paymentId, amount, propertyId } = payment;
  const paid = landed(payment, 'recipient');
  if (booked?.has(paid.hash) && !escrow.byMark.has(paid.hash)) return {};
  const dates = { period: today, date: today, recordPosition: null };
  const order = { runId: refundRunId(paymentId), propertyId, source: 'return' as const, ...dates, amount, fee: 0n };
  const arrival = arrivalOf(payment, paid);
  return fundPayeeByArrival(order, original.payer, arrival, { run, escrow });
}

/** The payee pays a principal back, once per principal. A wallet that refuses it is paid through the escrow. */
export const refund: Recipe = {
  ...directPayment,
  kind: 'refund',
  isOwed: true,
  // Leaving it unsigned costs nobody anything.
  pausesWhenUnpaid: false,
  title: ({ propertyName }) => `Refund${propertyName ? ` for ${propertyName}` : ''}`,
  streams: (payment) => ({
    ...escrowStreams(payment),
    original: paymentFold(payment.refundOf!),
    run: runFold(refundRunId(payment.paymentId)),
    lines: batchFold(refundRunId(payment.paymentId), '0'),
  }),
  settled: (payment, states: States, today) => settled(payment, states, today),
  /** Somebody may decide about money in suspense at any time. */
  spent: (payment, { original, escrow }: States) =>
    payment.payee !== original.payer && isSpent(landed(payment, 'recipient').hash, payment.amount, escrow)
      ? SPENT
      : null,
  begun(payment, { original }: { original: PaymentState }) {
    const principalHash = principalToRefund(original, payment.previousRefund ?? null);
    const data = { paymentId: original.paymentId, refundId: payment.paymentId, principalHash };
    return { original: [{ type: 'RefundBegun', data }] };
  },
  late: () => ({ remedy: 'count', writes: {} }),
  instruction: (payment) => `${directPayment.instruction(payment)} It refunds a payment that you received.`,
};

/** The principal that a refund pays back, from the refunded payment's state. */
export const principalOf = (original: PaymentState, refundId: string): string | null =>
  original.refundTargets.get(refundId) ?? null;
