/**
 * A loan's account. Level installments on nominal due dates, computed by `schedule`. Amounts that are due and unpaid
 * are kept apart from those not due yet; payments before a due day are prepayments. Interest is always on principal:
 * principal that is overdue on a due date bears that month's interest; interest bears no interest.
 */
import { addMonths, daysBetween, nextWithDate, addDays, type Day } from './business-days.js';
import { minimumTerm, paymentOf, type Rational } from './loan.js';
import { CENT, divideHalfUp, parseRlusd, toDecimal, type Micro } from './rlusd.js';

/** An installment that is due and not fully paid. @template Money as in an account */
export interface DueInstallment<Money = Micro> {
  number: number;
  dueDate: Day;
  interest: Money;
  principal: Money;
  interestPaid: Money;
  principalPaid: Money;
  inArrears: boolean;
}

/** @template Money micro-RLUSD to compute with, or decimal text of RLUSD in an answer */
export interface LoanAccount<Money = Micro> {
  annual: Record<keyof Rational, Money>;
  level: Money;
  /** Installments that have not fallen due. */
  left: number;
  /** The next installment and its nominal due date. */
  nextNumber: number;
  nextDue: Day;
  /** The last nominal due date, or the day that the loan was opened. */
  since: Day;
  /** Principal that is not due yet, including its prepaid part. */
  undue: Money;
  /** The prepaid part of the next installment. */
  prepaid: { interest: Money; principal: Money };
  /** Oldest first. */
  due: readonly DueInstallment<Money>[];
}

/** The same for an answer: a page computes with the functions of the server. */
export type LoanAccountText = LoanAccount<string>;

export const accountText = (account: LoanAccount): LoanAccountText => converted(account, toDecimal, String);

/** @throws InvalidAmount */
export const accountFrom = (account: LoanAccountText): LoanAccount => converted(account, parseRlusd, BigInt);

function converted<From, To>(
  { annual, level, undue, prepaid, due, ...rest }: LoanAccount<From>,
  money: (amount: From) => To,
  whole: (number: From) => To,
): LoanAccount<To> {
  return {
    ...rest,
    annual: { num: whole(annual.num), den: whole(annual.den) },
    level: money(level),
    undue: money(undue),
    prepaid: { interest: money(prepaid.interest), principal: money(prepaid.principal) },
    due: due.map(({ interest, principal, interestPaid, principalPaid, ...one }) => ({
      ...one,
      interest: money(interest),
      principal: money(principal),
      interestPaid: money(interestPaid),
      principalPaid: money(principalPaid),
    })),
  };
}

/** The minimum number of days from closing to the first due day, for which a whole month's interest is owed. */
export const FIRST_PERIOD_DAYS = 28;

export const firstDueDate = (dueDay: number, openedOn: Day): Day =>
  nextWithDate(dueDay, addDays(openedOn, FIRST_PERIOD_DAYS));

/** Due on the same date as the closing day, if every month has it. */
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

/** The amounts that are due and unpaid. */
export const dueOf = ({ due }: LoanAccount) => owedOf(due);
/** The part of it that is in arrears. */
export const arrearsOf = ({ due }: LoanAccount) => owedOf(due.filter(({ inArrears }) => inArrears));
export const totalOf = ({ interest, principal }: { interest: Micro; principal: Micro }): Micro => interest + principal;

/** Principal that is not paid back. */
export const balanceOf = (account: LoanAccount): Micro =>
  account.undue - account.prepaid.principal + dueOf(account).principal;

export const isPaidOff = (account: LoanAccount): boolean => balanceOf(account) === 0n && dueOf(account).interest === 0n;

/** A month's interest, rounded half up to the cent: annual / 12. */
export const monthInterest = (principal: Micro, { num, den }: Rational): Micro =>
  divideHalfUp(principal * num, den * 1200n * CENT) * CENT;

/** Interest by actual days, rounded half up to the cent: annual / 365, at most a month's. */
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
 * The next installment's own interest and principal, prepaid or not. The last one includes the rounding difference. It
 * is at least one cent: a level that rounds to zero would never fall due.
 */
export function nextInstallment({ undue, annual, left, level, prepaid }: LoanAccount): InstallmentParts {
  const interest = max(monthInterest(undue, annual), prepaid.interest);
  const principal = left <= 1 ? undue : min(max(max(level, CENT) - interest, prepaid.principal), undue);
  return { interest, principal };
}

/** The unpaid part of it. */
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

/** Whether a part of it is unpaid. */
export const isOpen = ({ interest, principal, interestPaid, principalPaid }: DueInstallment) =>
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

/** Half a cent more than the installment, so that its rounding does not cost a month. */
const reach = (level: Micro): Rational => ({ num: 2n * level + CENT, den: 2n });

/**
 * Level and number of installments after principal was paid early: fewer ones, or lower ones. A fully prepaid
 * installment stays unchanged.
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

/** The number of days since the current period began. */
export const daysOf = ({ since }: LoanAccount, today: Day): number => daysBetween(since, today);
