import type { EscrowEvent, LoanEvent, PayoutRunEvent, BusinessDate } from '@tknest/contracts/events';
import { formatRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import {
  abandonRepayment,
  beginRepayment,
  depositRepayment,
  loanFold,
  receiveRepayment,
  repaymentOrder,
  type BeginRepayment,
  type Loan,
  type RepaymentTarget,
} from '#features/loans/rules.public.js';
import {
  directRun,
  fundRunByArrival,
  isSpent,
  paybackRunId,
  runFold,
  type RunState,
} from '#features/payouts/rules.public.js';
import type { OpenCase } from '#features/operations-cases/rules.public.js';
import { propertyOf, type Landed, type PaidPayment, type Payment } from '../payment.state.js';
import { directPayment } from './direct-payment.js';
import { arrivalOf, escrowStreams, keptAsDeposit, type EscrowStates } from './escrow-arrival.js';
import type { Recipe, Started } from './recipe.js';

interface States extends EscrowStates {
  loan: Loan;
  ordered: RepaymentTarget;
  run: RunState;
}
type Writes = { loan?: LoanEvent[]; escrow?: EscrowEvent[]; run?: PayoutRunEvent[] };

const begun = ({ paymentId, amount, repayment, today }: Started): BeginRepayment => ({
  paymentId,
  amount,
  today,
  ...repayment!,
});

/**
 * The landlord repays a loan, to the payout escrow or to the only holder. The commit that settles the payment also
 * allocates the money and starts its payout to the holders.
 */
export const principalPayback: Recipe = {
  ...directPayment,
  kind: 'principal_payback',
  isOwed: true,
  // Leaving it unsigned costs nobody anything.
  pausesWhenUnpaid: false,
  waitsForEscrow: true,
  listedAs: 'principal_payback',
  title: ({ propertyName }) => `Loan payback for ${propertyName ?? 'a property'}`,
  streams: (payment) => ({
    ...escrowStreams(payment),
    loan: loanFold(propertyOf(payment)),
    // A payment without events has no order yet.
    ...('phase' in payment && { ordered: repaymentOrder(propertyOf(payment), payment.paymentId) }),
    run: runFold(paybackRunId(payment.paymentId)),
  }),
  mustFit: (payment, { loan }) => void beginRepayment(begun(payment), loan),
  begun: (payment, { loan }) => ({ loan: beginRepayment(begun(payment), loan) }),
  settled: (payment, states: States, today) => ({ ...settled(payment, states, today) }),
  casesOfSettled: (payment, states: States) => excessCase(payment, states),
  unpaid: ({ paymentId }, reason, { loan }) => ({ loan: abandonRepayment({ paymentId, reason }, loan) }),
  late: () => ({ remedy: 'count', writes: {} }),
  /** It may have been signed for the escrow or for the holder: only the escrow can keep it for the landlord. */
  again: (payment, extra, states: States, today) =>
    states.ordered === 'escrow' ? { ...intoDeposit(payment, extra, states, today) } : null,
  instruction: ({ propertyName, amount }) =>
    `Repayment of ${formatRlusd(amount)} RLUSD for ${propertyName ?? 'a property'}.`.slice(0, 280),
};

function settled(payment: PaidPayment, states: States, today: BusinessDate): Writes {
  const { loan, ordered: to, escrow, run } = states;
  const { paymentId, amount, payee, principal } = payment;
  const propertyId = propertyOf(payment);
  if (to === null) throw new Error(`Repayment ${paymentId} was never ordered`);
  const { hash, ledgerIndex } = principal;
  // Money that arrives after its payment was given up is kept for the landlord, because other orders may exist by now.
  // So is money that was booked and used as a deposit before its payment was known.
  if (to === 'escrow' && (!loan.underWay.has(paymentId) || isSpent(hash, amount, escrow)))
    return intoDeposit(payment, principal, states, today);
  const source = to === 'holder' ? 'direct' : 'payback';
  const { events, repaid, excess } = receiveRepayment(
    { repaymentId: paymentId, source, amount, today: principal.paidOn, hash, ledgerIndex },
    loan,
  );
  const order = {
    runId: paybackRunId(paymentId),
    propertyId,
    source,
    period: today,
    date: today,
    recordPosition: null,
    amount: repaid,
    fee: 0n,
  } as const;
  if (to === 'holder') {
    const paid = { wallet: payee, hash, ledgerIndex };
    return { loan: events, run: repaid > 0n ? directRun(order, paid, run) : [] };
  }
  if (repaid === 0n) return intoDeposit(payment, principal, states, today);
  const rest = { account: `deposit/${propertyId}` as const, amount: excess };
  return { loan: events, ...fundRunByArrival(order, arrivalOf(payment, principal), rest, { run, escrow }) };
}

/** The arrivals follower may already have booked it. Then only the end of the repayment is recorded. */
function intoDeposit(payment: Payment, landed: Landed, states: States, today: BusinessDate): Writes {
  const escrow = keptAsDeposit(payment, landed, states);
  const { paymentId, amount } = payment;
  const told = { paymentId, amount, today, hash: landed.hash };
  const isTold = escrow.length > 0 || states.loan.underWay.has(paymentId);
  return { escrow, loan: isTold ? depositRepayment(told, states.loan) : [] };
}

/** The holder received more than the loan needed: a case asks somebody to arrange the refund. */
function excessCase(payment: PaidPayment, { loan, ordered }: States): OpenCase[] {
  if (ordered !== 'holder') return [];
  const { paymentId, amount, propertyId, payer, payee } = payment;
  const { hash, ledgerIndex, paidOn: today } = payment.principal;
  const received = { repaymentId: paymentId, source: 'direct', amount, today, hash, ledgerIndex } as const;
  const { excess }: { excess: Micro } = receiveRepayment(received, loan);
  if (excess === 0n) return [];
  return [
    {
      kind: 'repayment-excess',
      subject: paymentId,
      summary:
        'A holder received more than the loan required. The holder is asked to return the excess to the landlord.',
      paymentId,
      propertyId,
      wallet: payer,
      txHash: hash,
      details: { excess: toDecimal(excess), payee },
    },
  ];
}
