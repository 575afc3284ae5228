/** Loan fields in the API's answers about properties. */
import type { LoanFields, LoanStatus } from '@tknest/contracts/api';
import {
  arrearsOf,
  balanceOf,
  divideHalfUp,
  MICRO,
  percent,
  moveToBusinessDay,
  nextToPay,
  addMonths,
  toNumber,
  totalOf,
  type Day,
} from '@tknest/contracts/money';
import type { Loan, LoanState } from './account/loan.state.js';
import type { CollectionState } from './collection/collection.decider.js';

/** Before a loan has begun. */
export const NO_LOAN: LoanFields = {
  loanStatus: null,
  loanPrincipal: null,
  interestRate: null,
  loanTermMonths: null,
  monthlyPaymentAmount: null,
  remainingBalance: null,
  arrears: null,
  paymentDueDay: null,
  nextPaymentDue: null,
  nominalDueDate: null,
  autoPayEnabled: null,
  totalPaid: null,
  paymentHistory: null,
};

export function loanFieldsOf(loan: LoanState, collection: CollectionState): LoanFields {
  if (loan.status === 'none') return NO_LOAN;
  const { account } = loan;
  const arrears = totalOf(arrearsOf(account));
  const nominal = nextDueDate(loan);
  const status: LoanStatus = loan.status === 'paid_off' ? 'paid_off' : arrears > 0n ? 'in_arrears' : 'current';
  return {
    loanStatus: status,
    loanPrincipal: toNumber(loan.principal),
    interestRate: interestRateOf(loan),
    loanTermMonths: loan.termMonths,
    monthlyPaymentAmount: toNumber(account.level),
    remainingBalance: toNumber(balanceOf(account)),
    arrears: toNumber(arrears),
    paymentDueDay: loan.dueDay,
    nextPaymentDue: nominal && moveToBusinessDay(nominal),
    nominalDueDate: nominal,
    autoPayEnabled: collection.autopay,
    totalPaid: toNumber(loan.totalPaid),
    paymentHistory: loan.history.map(({ repaymentId, date, source, amount, interest, principal, hash }) => ({
      id: repaymentId,
      date,
      source,
      amount: toNumber(amount),
      interest: toNumber(interest),
      principal: toNumber(principal),
      txHash: hash,
    })),
  };
}

/** As a decimal such as 0.065: six decimal places hold a percentage with four. */
export function interestRateOf({ annualRate }: Loan): number {
  const { num, den } = percent(annualRate);
  return toNumber(divideHalfUp(num * MICRO, den * 100n));
}

/** The nominal due date of the oldest installment that is not fully paid; null once all are. */
export function nextDueDate({ status, account }: Loan): Day | null {
  if (status !== 'open') return null;
  const [due] = account.due;
  return due ? due.dueDate : nextToFall(account);
}

/** The day on which the next installment falls due that is neither due nor paid already; null if none is left. */
export function comingDueDate(loan: LoanState | undefined): Day | null {
  if (loan?.status !== 'open' || loan.account.left === 0) return null;
  return moveToBusinessDay(nextToFall(loan.account));
}

const nextToFall = (account: Loan['account']): Day =>
  totalOf(nextToPay(account)) > 0n ? account.nextDue : addMonths(account.nextDue, 1);
