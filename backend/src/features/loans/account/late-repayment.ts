/**
 * A repayment that the platform learns of after later installments have fallen due. It counts on its own day: it pays
 * what was due then, and what was charged since only because it was not known is a credit. Events and shares of the
 * past stay. Pure.
 */
import type { LoanEvent } from '@tknest/contracts/events';
import {
  allocateRepayment,
  allocateToDueBy,
  monthInterest,
  toDecimal,
  withParts,
  type Allocation,
  type AllocationPart,
  type Day,
  type LoanAccount,
  type Micro,
  type RepaymentTerms,
} from '@tknest/contracts/money';
import { isPastGrace } from './grace.js';
import { evolved } from './loan.decider.js';
import type { Loan } from './loan.state.js';

/** Whether something fell due, or into arrears, after a day. */
export const isAhead = (loan: Loan, day: Day): boolean =>
  loan.fallen.some(({ dueDate }) => dueDate > day) ||
  loan.account.due.some(({ inArrears, dueDate }) => inArrears && !isPastGrace(day, dueDate, loan));

/** The account as of a day, without what has fallen due since. What was paid since is paid. */
export function accountOn(day: Day, { account, fallen, openedOn }: Loan): LoanAccount {
  const later = account.due.filter(({ dueDate }) => dueDate > day);
  const [first] = later;
  if (!first) return account;
  const sum = (of: 'principal' | 'principalPaid') => later.reduce((total, due) => total + due[of], 0n);
  return {
    ...account,
    since: fallen.findLast(({ dueDate }) => dueDate <= day)?.dueDate ?? openedOn,
    undue: account.undue + sum('principal'),
    prepaid: { interest: first.interestPaid, principal: sum('principalPaid') },
    due: account.due.filter(({ dueDate }) => dueDate <= day),
  };
}

/** @param terms `today` is the day on which the repayment counts; installments have fallen due since */
export function allocateLate(
  repaymentId: string,
  amount: Micro,
  terms: RepaymentTerms,
  loan: Loan,
): { allocation: Allocation; corrections: LoanEvent[] } {
  const { today } = terms;
  const { parts, left } = allocateToDueBy(loan.account, amount, today, (dueDate) => isPastGrace(today, dueDate, loan));
  const corrections = [...corrected(repaymentId, parts, today, loan), ...withdrawn(parts, today, loan)];
  const account = withParts(evolved(loan, corrections).account, parts);
  const rest = left > 0n ? allocateRepayment(account, left, terms) : { parts: [], excess: 0n, account };
  return { allocation: { ...rest, parts: [...parts, ...rest.parts] }, corrections };
}

/** Credits the interest on overdue principal that the repayment had paid by then, and says what was overdue. */
function corrected(repaymentId: string, parts: readonly AllocationPart[], date: Day, loan: Loan): LoanEvent[] {
  const { propertyId, account, fallen } = loan;
  const paid = parts.filter(({ of }) => of === 'principal').reduce((sum, part) => sum + part.amount, 0n);
  let prepaid = 0n;
  const installments = fallen
    .filter(({ dueDate, overdue }) => dueDate > date && overdue > 0n)
    .map(({ dueDate, overdue }) => {
      const left = overdue > paid ? overdue - paid : 0n;
      const credit = monthInterest(overdue, account.annual) - monthInterest(left, account.annual);
      const due = account.due.find((one) => one.dueDate === dueDate);
      const unpaid = due ? due.interest - due.interestPaid : 0n;
      const interest = credit < unpaid ? credit : unpaid;
      prepaid += credit - interest;
      return { dueDate, overdue: toDecimal(left), interest: toDecimal(interest) };
    });
  // After the last installment there is nothing that a credit could prepay.
  const credit = account.left > 0 ? prepaid : 0n;
  if (paid === 0n || installments.length === 0) return [];
  const data = { propertyId, repaymentId, date, installments, prepaid: toDecimal(credit) };
  return [{ type: 'LoanCorrected', data }];
}

/** Installments that were paid before they would have been in arrears. */
export function withdrawn(parts: readonly AllocationPart[], date: Day, loan: Loan): LoanEvent[] {
  const { propertyId, account } = loan;
  const unpaid = new Set(withParts(account, parts).due.map(({ dueDate }) => dueDate));
  return account.due
    .filter(({ inArrears, dueDate }) => inArrears && !isPastGrace(date, dueDate, loan) && !unpaid.has(dueDate))
    .map(({ dueDate }) => ({ type: 'LoanArrearsWithdrawn', data: { propertyId, dueDate, date } }));
}
