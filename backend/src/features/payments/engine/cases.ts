/** What the cases say that a payment opens. */
import { toDecimal } from '@tknest/contracts/money';
import type { OpenCase } from '../../cases/case.public.js';
import type { Remedy } from '../kinds/recipe.js';
import type { PaymentState } from '../payment.state.js';

/** A case about a payment; its subject is the payment unless another is named. */
export const caseOf = (
  { paymentId, propertyId, payer: wallet }: PaymentState,
  opened: Pick<OpenCase, 'kind' | 'summary' | 'txHash' | 'details'> & { subject?: string },
): OpenCase => ({ subject: paymentId, paymentId, propertyId, wallet, ...opened });

const REMEDIES: Record<Remedy, string> = {
  issue: 'A payment landed after it had ended; its tokens are being issued.',
  refund: 'A payment landed after it had ended and nothing can be issued for it: the owner is asked to refund.',
  count: 'A payment landed after it had ended: it counts as paid.',
};

export const lateCase = (payment: PaymentState, txHash: string, remedy: Remedy): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    txHash,
    summary: REMEDIES[remedy],
    details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy },
  });

export const paidTwiceCase = (payment: PaymentState, txHash: string): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    subject: txHash,
    txHash,
    summary: 'A payment was paid a second time: the owner is asked to refund.',
    details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy: 'refund' },
  });

export const feeTwiceCase = (payment: PaymentState, txHash: string): OpenCase =>
  caseOf(payment, {
    kind: 'fee-paid-twice',
    subject: txHash,
    txHash,
    summary: 'A platform fee was paid that is not owed: an admin sends it back from the fee wallet.',
    details: { amount: toDecimal(payment.platformFee), payer: payment.payer },
  });
