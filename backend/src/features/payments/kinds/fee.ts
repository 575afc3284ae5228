import type { PaymentEvent } from '@tknest/contracts/events';
import { formatRlusd } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { feeTwiceCase } from '../collecting/cases.js';
import { isFeeOwedWith, paymentFold } from '../payment.evolve.js';
import { feeOwed, landedAt, type Landed, type Payment, type PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import type { Recipe } from './recipe.js';

interface States {
  original: Payment;
}

/** The money is the fee of the other payment; a second one is sent back. */
const paidWith = ({ paymentId: feePaymentId, feeOf }: Payment, landed: Landed): PaymentEvent[] => [
  { type: 'OwedFeePaid', data: { paymentId: feeOf!, feePaymentId, ...landedAt(landed) } },
];
const casesOf = (payment: Payment, landed: Landed, { original }: States) =>
  isFeeOwedWith(paidWith(payment, landed), original) ? [feeTwiceCase(original, landed.hash)] : [];

/** The owed fee of a completed payment, which its payer, or another wallet of the same person, pays afterwards. */
export const fee: Recipe = {
  ...directPayment,
  kind: 'fee',
  isOwed: true,
  pausesWhenUnpaid: false,
  listedAs: 'platform_fee',
  title: ({ propertyName }) => `Owed platform fee${propertyName ? ` for ${propertyName}` : ''}`,
  streams: ({ feeOf }) => ({ original: paymentFold(feeOf!) }),
  mustFit(_, { original }: { original: PaymentState }) {
    if (original.phase === 'none' || !feeOwed(original))
      throw new Refused('conflict', 'No fee is owed for this payment. No money moved.');
  },
  settled: (payment) => ({ original: paidWith(payment, payment.principal) }),
  casesOfSettled: (payment, states: States) => casesOf(payment, payment.principal, states),
  late: () => ({ remedy: 'count', writes: {} }),
  again: (payment, extra) => ({ original: paidWith(payment, extra) }),
  casesOfAgain: (payment, extra, states: States) => casesOf(payment, extra, states),
  instruction: ({ amount, propertyName }) =>
    `Owed platform fee of ${formatRlusd(amount)} RLUSD${propertyName ? ` for ${propertyName}` : ''}.`.slice(0, 280),
};
