import { formatRlusd } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { loanFold, type LoanState } from '#features/loans/rules.public.js';
import { landed, propertyOf } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import { escrowStreams, keptAsDeposit } from './escrow-arrival.js';
import type { Recipe } from './recipe.js';

/** A landlord's money for due installments of a property, which waits in the payout escrow. */
export const deposit: Recipe = {
  ...directPayment,
  kind: 'deposit',
  // Leaving it unsigned costs nobody anything.
  pausesWhenUnpaid: false,
  listedAs: 'deposit',
  title: ({ propertyName }) => `Deposit for ${propertyName ?? 'a property'}`,
  streams: (payment) => ({ ...escrowStreams(payment), loan: loanFold(propertyOf(payment)) }),
  mustFit(_, { loan }: { loan: LoanState }) {
    if (loan.status === 'paid_off') throw new Refused('conflict', 'This loan is paid off. Nothing more is due.');
  },
  settled: (payment, states) => ({ escrow: keptAsDeposit(payment, landed(payment, 'recipient'), states) }),
  late: () => ({ remedy: 'count', writes: {} }),
  again: (payment, extra, states) => ({ escrow: keptAsDeposit(payment, extra, states) }),
  instruction: ({ propertyName, amount }) =>
    `Deposit of ${formatRlusd(amount)} RLUSD for repayments of ${propertyName ?? 'a property'}.`.slice(0, 280),
};
