/**
 * A loan's account. Level installments on nominal due dates, computed by `schedule`. What has fallen due and is unpaid
 * is kept apart from what has not; what is paid before its due day is prepaid. Interest is always on principal:
 * principal that is overdue on a due date bears that month's interest; interest bears none.
 */
import { addMonths, daysBetween, nextWithDate, addDays, type Day } from './business-days.js';
import { minimumTerm, paymentOf, type Rational } from './loan.js';
import { CENT, divideHalfUp, type Micro } from './rlusd.js';

/** An installment that has fallen due and is not wholly paid. */
export interface DueInstallment {
  number: number;
  dueDate: Day;
  interest: Micro;
  principal: Micro;
  interestPaid: Micro;
  principalPaid: Micro;
  inArrears: boolean;
}

export interface LoanAccount {
  annual: Rational;
  level: Micro;
  /** Installments that have not fallen due. */
  left: number;
  /** The next installment and its nominal due date. */
  nextNumber: number;
  nextDue: Day;
  /** The last nominal due date, or the day that the loan was opened. */
  since: Day;
  /** Principal that has not fallen due, with what is prepaid of it. */
  undue: Micro;
  /** Paid of the next installment. */
  prepaid: { interest: Micro; principal: Micro };
  /** Oldest first. */
  due: readonly DueInstallment[];
}

/** The first due day at least so many days after closing: a whole month's interest is owed for it. */
export const FIRST_PERIOD_DAYS = 28;

export const firstDueDate = (dueDay: number, openedOn: Day): Day =>
  nextWithDate(dueDay, addDays(openedOn, FIRST_PERIOD_DAYS));

/** Due on the closing day's date, where every month has it. */
export const dueDayOf = (openedOn: Day): number => Math.min(Number(openedOn.slice(8)), 28);

export function openAccount(terms: {
  principal: Micro;
  annual: Rational;
  months: number;
  openedOn: Day;
  firstDue: Day;
}): LoanAccount {
  const { principal, annual, months, openedOn, firstDue } = terms;
  return {
    annual,
    level: paymentOf(principal, annual, months),
    left: months,
    nextNumber: 1,
    nextDue: firstDue,
    since: openedOn,
    undue: principal,
    prepaid: { interest: 0n, principal: 0n },
    due: [],
  };
}

const owedOf = (installments: readonly DueInstallment[]) => ({
  interest: installments.reduce((sum, { interest, interestPaid }) => sum + interest - interestPaid, 0n),
  principal: installments.reduce((sum, { principal, principalPaid }) => sum + principal - principalPaid, 0n),
});

/** What has fallen due and is unpaid. */
export const dueOf = ({ due }: LoanAccount) => owedOf(due);
/** What of it is in arrears. */
export const arrearsOf = ({ due }: LoanAccount) => owedOf(due.filter(({ inArrears }) => inArrears));
export const totalOf = ({ interest, principal }: { interest: Micro; principal: Micro }): Micro => interest + principal;

/** Principal that is not paid back. */
export const balanceOf = (account: LoanAccount): Micro =>
  account.undue - account.prepaid.principal + dueOf(account).principal;

export const isPaidOff = (account: LoanAccount): boolean => balanceOf(account) === 0n && dueOf(account).interest === 0n;

/** A month's interest, half up to the cent: annual / 12. */
export const monthInterest = (principal: Micro, { num, den }: Rational): Micro =>
  divideHalfUp(principal * num, den * 1200n * CENT) * CENT;

/** Interest by actual days, half up to the cent: annual / 365, at most a month's. */
export function dayInterest(principal: Micro, { num, den }: Rational, days: number): Micro {
  const byDays = divideHalfUp(principal * num * BigInt(Math.max(0, days)), den * 36_500n * CENT) * CENT;
  const month = monthInterest(principal, { num, den });
  return byDays < month ? byDays : month;
}

const max = (a: Micro, b: Micro) => (a > b ? a : b);
const min = (a: Micro, b: Micro) => (a < b ? a : b);

export interface InstallmentParts {
  interest: Micro;
  principal: Micro;
}

/**
 * The next installment's own interest and principal, prepaid or not. The last one takes the rounding. It is at least
 * one cent: a level that rounds to zero would never fall due.
 */
export function nextInstallment({ undue, annual, left, level, prepaid }: LoanAccount): InstallmentParts {
  const interest = max(monthInterest(undue, annual), prepaid.interest);
  const principal = left <= 1 ? undue : min(max(max(level, CENT) - interest, prepaid.principal), undue);
  return { interest, principal };
}

/** What is still to be paid of it. */
export function nextToPay(account: LoanAccount): InstallmentParts {
  const { interest, principal } = nextInstallment(account);
  return { interest: interest - account.prepaid.interest, principal: principal - account.prepaid.principal };
}

/** The installment that falls due next, with a month's interest on the principal that is overdue by then. */
export function nextToFallDue(account: LoanAccount): DueInstallment {
  const { interest, principal } = nextInstallment(account);
  return {
    number: account.nextNumber,
    dueDate: account.nextDue,
    interest: interest + monthInterest(dueOf(account).principal, account.annual),
    principal,
    interestPaid: account.prepaid.interest,
    principalPaid: account.prepaid.principal,
    inArrears: false,
  };
}

const isOpen = ({ interest, principal, interestPaid, principalPaid }: DueInstallment) =>
  interest > interestPaid || principal > principalPaid;

/** The account once an installment has fallen due. */
export function withFallen(account: LoanAccount, fallen: DueInstallment): LoanAccount {
  const undue = account.undue - fallen.principal;
  return {
    ...account,
    left: undue === 0n ? 0 : account.left - 1,
    nextNumber: fallen.number + 1,
    nextDue: addMonths(fallen.dueDate, 1),
    since: fallen.dueDate,
    undue,
    prepaid: { interest: 0n, principal: 0n },
    due: [...account.due, fallen].filter(isOpen),
  };
}

/** Half a cent more than the installment: its rounding must not cost a month. */
const reach = (level: Micro): Rational => ({ num: 2n * level + CENT, den: 2n });

/**
 * Level and number of installments after principal was paid early: fewer ones, or lower ones. An installment that is
 * wholly prepaid stays as it is.
 */
export function reamortised(account: LoanAccount, how: 'term' | 'instalment'): Pick<LoanAccount, 'level' | 'left'> {
  const { annual, left, level, prepaid, undue } = account;
  if (undue === 0n || left <= 1) return { level, left };
  const done = prepaid.interest + prepaid.principal >= level ? 1 : 0;
  const rest = done ? undue - prepaid.principal : undue;
  if (rest === 0n) return { level, left: done };
  if (how === 'instalment') return { level: max(paymentOf(rest, annual, left - done), CENT), left };
  return { level, left: Math.min(left, done + minimumTerm(rest, annual, reach(level))!) };
}

/** Days that the current period has lasted. */
export const daysOf = ({ since }: LoanAccount, today: Day): number => daysBetween(since, today);
