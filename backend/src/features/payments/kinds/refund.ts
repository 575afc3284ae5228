import type { BusinessDate } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import {
  batchFold,
  fundPayeeByArrival,
  isSpent,
  runFold,
  runIdOf,
  type RunState,
} from '#features/payouts/rules.public.js';
import { paymentFold } from '../payment.evolve.js';
import { owedBack, type PaidPayment, type Payment, type PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import { arrivalOf, escrowStreams, type EscrowStates } from './escrow-arrival.js';
import type { Recipe, Writes } from './recipe.js';

/**
 * The principal to pay back next: one without a refund so far, or one whose refund `previous` failed.
 * @throws Refused if nothing is owed, or another refund was begun in the meantime
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

/** The run that delivers a refund. */
const refundRunId = (paymentId: string) => runIdOf('refund', paymentId);

interface States extends EscrowStates {
  original: Payment;
  run: RunState;
}

const SPENT =
  'This money was released from the payout escrow before this payment was known, so the buyer was not refunded. ' +
  'Start the refund again.';

/** The escrow delivers it to the buyer; as long as that is not possible, it stays owed to the wallet. */
function settled(payment: PaidPayment, { original, run, escrow, booked }: States, today: BusinessDate): Writes {
  const { paymentId, amount, propertyId, principal } = payment;
  if (booked?.has(principal.hash) && !escrow.byMark.has(principal.hash)) return {};
  const dates = { period: today, date: today, recordPosition: null };
  const order = { runId: refundRunId(paymentId), propertyId, source: 'refund' as const, ...dates, amount, fee: 0n };
  const arrival = arrivalOf(payment, principal);
  return fundPayeeByArrival(order, original.payer, arrival, { run, escrow });
}

/** The payee pays a principal back through the payout escrow, once per principal. */
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
  spent: (payment, { escrow }: States) => (isSpent(payment.principal.hash, payment.amount, escrow) ? SPENT : null),
  begun(payment, { original }: { original: Payment }) {
    const principalHash = principalToRefund(original, payment.previousRefund ?? null);
    const data = { paymentId: original.paymentId, refundId: payment.paymentId, principalHash };
    return { original: [{ type: 'RefundBegun', data }] };
  },
  late: () => ({ remedy: 'count', writes: {} }),
  instruction: (payment) => `${directPayment.instruction(payment)} It refunds a payment that you received.`,
};

/** The principal that a refund pays back, from the refunded payment's state. */
export const principalOf = (original: Payment, refundId: string): string | null =>
  original.refundTargets.get(refundId) ?? null;

/**
 * Whether a payment is a refund of another one, in full. Web processes write `RefundBegun` and may name any payment in
 * it.
 */
export const repays = (refund: PaymentState, original: Payment): refund is Payment =>
  refund.phase !== 'none' &&
  refund.kind === 'refund' &&
  refund.refundOf === original.paymentId &&
  refund.payer === original.payee &&
  refund.amount === original.amount &&
  refund.propertyId === original.propertyId &&
  original.refundTargets.has(refund.paymentId);
