import { formatRlusd, toDecimal } from '@tknest/contracts/money';
import { loanFold, type LoanState } from '../../loans/loan.public.js';
import { bookArrival, escrowFold } from '../../payouts/payout.public.js';
import { Refused } from '../../../platform/domain/refused.js';
import type { PaymentState } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import type { Recipe } from './recipe.js';

/** A payment's principal that reached the payout escrow. */
export const arrivalOf = (
  { paymentId, kind, amount }: PaymentState,
  { hash, ledgerIndex }: { hash: string; ledgerIndex: number },
) => ({ hash, ledgerIndex, delivered: toDecimal(amount), note: `${kind} ${paymentId}` });

const kept = (payment: PaymentState, landed: { hash: string; ledgerIndex: number }, { escrow }: { escrow: any }) => {
  const account = `deposit/${payment.propertyId!}` as const;
  return { escrow: [bookArrival(arrivalOf(payment, landed), [{ account, amount: payment.amount }], escrow)] };
};

/** The owner's money for what falls due on a property: it waits at the payout escrow. */
export const deposit: Recipe = {
  ...directPayment,
  kind: 'deposit',
  streams: ({ propertyId }) => ({ escrow: escrowFold, loan: loanFold(propertyId!) }),
  mustFit(_, { loan }: { loan: LoanState }) {
    if (loan.status === 'paid_off') throw new Refused('conflict', 'This loan is paid off: nothing falls due any more');
  },
  settled: (payment, states) => {
    const { hash, ledgerIndex } = payment.legs.recipient!;
    return kept(payment, { hash: hash!, ledgerIndex: ledgerIndex! }, states);
  },
  late: () => ({ remedy: 'count', writes: {} }),
  again: (payment, extra, states) => kept(payment, extra, states),
  instruction: ({ propertyName, amount }) =>
    `Deposit of ${formatRlusd(amount)} RLUSD for what falls due on ${propertyName ?? 'a property'}.`.slice(0, 280),
};
