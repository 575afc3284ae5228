/** Allocates a repayment. Every amount is split into named parts that sum to it; no part is negative. */
import type { Day } from './business-days.js';
import {
  balanceOf,
  dayInterest,
  daysOf,
  dueOf,
  monthInterest,
  nextInstallment,
  nextToPay,
  reamortised,
  totalOf,
  type DueInstallment,
  type LoanAccount,
} from './loan-account.js';
import { CENT, divideHalfUp, MICRO, type Micro } from './rlusd.js';

export const ALLOCATED_TO = ['arrears', 'due', 'prepaid', 'early', 'payoff'] as const;

export interface AllocationPart {
  to: (typeof ALLOCATED_TO)[number];
  of: 'interest' | 'principal';
  /** The installment's nominal due date, if it is due. */
  dueDate: Day | null;
  amount: Micro;
}

export interface Allocation {
  parts: readonly AllocationPart[];
  /** The part beyond the payoff, which does not belong to the loan. */
  excess: Micro;
  /** The account afterwards. */
  account: LoanAccount;
}

export type EarlyPrincipal = 'term' | 'instalment';

/** The order on a day: arrears before amounts due, interest before principal, the oldest first. */
const ORDER = [
  { to: 'arrears', of: 'interest' },
  { to: 'arrears', of: 'principal' },
  { to: 'due', of: 'interest' },
  { to: 'due', of: 'principal' },
] as const;

const min = (a: Micro, b: Micro) => (a < b ? a : b);
const max = (a: Micro, b: Micro) => (a > b ? a : b);

const unpaidOf = (installment: DueInstallment, of: 'interest' | 'principal') =>
  of === 'interest'
    ? installment.interest - installment.interestPaid
    : installment.principal - installment.principalPaid;

/**
 * The amount that pays the loan off on a day: the principal, the due interest, and the current month's interest by
 * actual days. A month's interest on overdue principal is only charged on a due date, so catching up in between costs
 * none.
 */
export function payoffQuote(account: LoanAccount, today: Day): { interest: Micro; principal: Micro; amount: Micro } {
  const due = dueOf(account);
  const byDays = dayInterest(account.undue, account.annual, daysOf(account, today));
  const interest = due.interest + max(byDays - account.prepaid.interest, 0n);
  const principal = balanceOf(account);
  return { interest, principal, amount: interest + principal };
}

const SMALLEST: Micro = 100n * MICRO;

/**
 * The minimum repayment: 100 RLUSD, or the due amount (otherwise the next installment), or the payoff, whichever is
 * less.
 */
export function minimumRepayment(account: LoanAccount, today: Day): Micro {
  const due = totalOf(dueOf(account));
  const owed = due > 0n ? due : totalOf(nextToPay(account));
  const least = [owed, payoffQuote(account, today).amount].filter((amount) => amount > 0n).reduce(min, SMALLEST);
  return least;
}

export interface RepaymentTerms {
  today: Day;
  earlyPrincipal: EarlyPrincipal;
  /** The payer's choice: the part beyond the due amount prepays no installment. */
  allEarly?: boolean;
}

/** Splits a repayment: arrears, amounts due, the next installment, early principal, in this order. */
export function allocateRepayment(account: LoanAccount, amount: Micro, terms: RepaymentTerms): Allocation {
  const quote = payoffQuote(account, terms.today);
  if (amount >= quote.amount) return payOff(account, amount, quote);
  const paid = upTo(partsDue(account.due), amount);
  const rest = amount - sumOf(paid);
  if (rest === 0n) return { parts: paid, excess: 0n, account: withParts(account, paid) };
  const after = withParts(account, paid);
  const ahead = payAhead(after, rest, terms);
  return { ...ahead, parts: [...paid, ...ahead.parts] };
}

const partsDue = (due: readonly DueInstallment[]) =>
  ORDER.flatMap(({ to, of }) =>
    due
      .filter(({ inArrears }) => inArrears === (to === 'arrears'))
      .map((one): AllocationPart => ({ to, of, dueDate: one.dueDate, amount: unpaidOf(one, of) })),
  );

/**
 * Splits an amount among the installments that were due on a day, in the order of that day.
 * @returns the parts, and what is left of the amount
 */
export function allocateToDueBy(
  { due }: LoanAccount,
  amount: Micro,
  day: Day,
  wasInArrears: (dueDate: Day) => boolean,
): { parts: readonly AllocationPart[]; left: Micro } {
  const then = due.filter(({ dueDate }) => dueDate <= day);
  const parts = upTo(partsDue(then.map((one) => ({ ...one, inArrears: wasInArrears(one.dueDate) }))), amount);
  return { parts, left: amount - sumOf(parts) };
}

/** Everything that is owed, in the amounts of a quote; the rest does not belong to the loan. */
export function payOff(account: LoanAccount, amount: Micro, quote: { interest: Micro; principal: Micro }): Allocation {
  const parts = [
    { to: 'payoff' as const, of: 'interest' as const, dueDate: null, amount: quote.interest },
    { to: 'payoff' as const, of: 'principal' as const, dueDate: null, amount: quote.principal },
  ].filter((part) => part.amount > 0n);
  return { parts, excess: amount - sumOf(parts), account: withParts(account, parts) };
}

/** Pays one due installment completely. */
export function allocateToDue(account: LoanAccount, dueDate: Day): Allocation {
  const installment = account.due.find((one) => one.dueDate === dueDate)!;
  const to = installment.inArrears ? 'arrears' : 'due';
  const parts = (['interest', 'principal'] as const)
    .map((of): AllocationPart => ({ to, of, dueDate, amount: unpaidOf(installment, of) }))
    .filter(({ amount }) => amount > 0n);
  return { parts, excess: 0n, account: withParts(account, parts) };
}

const sumOf = (parts: readonly AllocationPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0n);

function upTo(parts: readonly AllocationPart[], amount: Micro): AllocationPart[] {
  let left = amount;
  const paid: AllocationPart[] = [];
  for (const part of parts) {
    const taken = min(part.amount, left);
    left -= taken;
    if (taken > 0n) paid.push({ ...part, amount: taken });
  }
  return paid;
}

/** If nothing is due: pays the next installment; the rest (or all, by the payer's choice) is early principal. */
function payAhead(
  account: LoanAccount,
  amount: Micro,
  { today, earlyPrincipal, allEarly }: RepaymentTerms,
): Allocation {
  const installment = allEarly ? 0n : min(amount, totalOf(nextToPay(account)));
  const early = amount - installment;
  const earlyParts = early > 0n ? splitEarly(account, early, today) : [];
  // The month's interest is on the remaining principal, because early principal has paid its own.
  const reduced = withParts(account, earlyParts);
  const interest = min(installment, max(nextInstallment(reduced).interest - reduced.prepaid.interest, 0n));
  const parts = keepOpen(account, [
    { to: 'prepaid', of: 'interest', dueDate: null, amount: interest },
    { to: 'prepaid', of: 'principal', dueDate: null, amount: installment - interest },
    ...earlyParts,
  ]).filter((part) => part.amount > 0n);
  const after = withParts(account, parts);
  return {
    parts,
    excess: 0n,
    account: earlyParts.length > 0 ? { ...after, ...reamortised(after, earlyPrincipal) } : after,
  };
}

/** Early principal first pays its interest by actual days, minus the part that the prepaid month already covers. */
function splitEarly(account: LoanAccount, amount: Micro, today: Day): AllocationPart[] {
  const { annual, undue, prepaid } = account;
  const asPrincipal = principalWithin(amount, account, today);
  const prepaidForIt = max(prepaid.interest - monthInterest(undue - asPrincipal, annual), 0n);
  const byDays = max(amount - asPrincipal - prepaidForIt, 0n);
  return [
    { to: 'early', of: 'interest', dueDate: null, amount: byDays },
    { to: 'early', of: 'principal', dueDate: null, amount: amount - byDays },
  ];
}

/** Only a payoff closes a loan: if rounding would repay the last cent for less, that cent is interest. */
function keepOpen(account: LoanAccount, parts: readonly AllocationPart[]): AllocationPart[] {
  const closes = balanceOf(withParts(account, parts)) === 0n;
  return parts.map((part) => {
    if (!closes || part.to !== 'early') return part;
    return { ...part, amount: part.of === 'interest' ? part.amount + CENT : part.amount - CENT };
  });
}

/** The principal x for which x plus its interest equals the amount: amount / (1 + rate of the days), to the cent. */
function principalWithin(amount: Micro, account: LoanAccount, today: Day): Micro {
  const { num, den } = account.annual;
  const days = BigInt(Math.max(0, daysOf(account, today)));
  // Days / 365, at most 1 / 12 of the annual percentage.
  const [part, whole] = days * 12n < 365n ? [days, 365n] : [1n, 12n];
  const divisor = den * 100n * whole;
  return divideHalfUp(amount * divisor, (divisor + num * part) * CENT) * CENT;
}

/** The account after parts were paid. Levels and numbers of installments are the caller's. */
export function withParts(account: LoanAccount, parts: readonly AllocationPart[]): LoanAccount {
  if (parts.some(({ to }) => to === 'payoff'))
    return { ...account, undue: 0n, left: 0, prepaid: { interest: 0n, principal: 0n }, due: [] };
  const of = (to: AllocationPart['to'], what: AllocationPart['of'], dueDate: Day | null = null) =>
    sumOf(parts.filter((part) => part.to === to && part.of === what && part.dueDate === dueDate));
  const paid = (one: DueInstallment, what: AllocationPart['of']) =>
    of('arrears', what, one.dueDate) + of('due', what, one.dueDate);
  return {
    ...account,
    undue: account.undue - of('early', 'principal'),
    prepaid: {
      interest: account.prepaid.interest + of('prepaid', 'interest'),
      principal: account.prepaid.principal + of('prepaid', 'principal'),
    },
    due: account.due
      .map((one) => ({
        ...one,
        interestPaid: one.interestPaid + paid(one, 'interest'),
        principalPaid: one.principalPaid + paid(one, 'principal'),
      }))
      .filter((one) => totalOf({ interest: unpaidOf(one, 'interest'), principal: unpaidOf(one, 'principal') }) > 0n),
  };
}
