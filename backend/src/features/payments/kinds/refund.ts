import { Refused } from '../../../platform/domain/refused.js';
import { paymentFold } from '../payment.evolve.js';
import { owedBack, type PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import type { Recipe } from './recipe.js';

/**
 * The principal to pay back next: one for which no refund was begun, or whose refund `previous` came to nothing.
 * @throws Refused where nothing is owed, or another refund was begun meanwhile
 */
export function principalToRefund(original: PaymentState, previous: string | null): string {
  const owed = owedBack(original);
  if (owed.length === 0) throw new Refused('conflict', 'Nothing of this payment is to be refunded');
  const next = owed.find(({ hash }) => (original.refunds.get(hash) ?? null) === previous);
  if (next) return next.hash;
  const [begun] = [...original.refunds.values()].slice(-1);
  throw new Refused('conflict', 'This payment is being refunded already', { paymentId: begun });
}

/** Who was paid pays a principal back: once for each principal. */
export const refund: Recipe = {
  ...directPayment,
  kind: 'refund',
  isOwed: true,
  title: ({ propertyName }) => `Refund${propertyName ? ` for ${propertyName}` : ''}`,
  streams: ({ refundOf }) => ({ original: paymentFold(refundOf!) }),
  begun(payment, { original }: { original: PaymentState }) {
    const principalHash = principalToRefund(original, payment.previousRefund ?? null);
    const data = { paymentId: original.paymentId, refundId: payment.paymentId, principalHash };
    return { original: [{ type: 'RefundBegun', data }] };
  },
  late: () => ({ remedy: 'count', writes: {} }),
  instruction: (payment) => `${directPayment.instruction(payment)} It pays back what was paid to you.`,
};

/** The principal that a refund pays back, as the refunded payment's facts tell it. */
export const principalOf = (original: PaymentState, refundId: string): string | null =>
  original.refundTargets.get(refundId) ?? null;
