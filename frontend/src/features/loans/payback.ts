import type { LoanView } from '@tknest/contracts/api';
import {
  accountFrom,
  allocateRepayment,
  balanceOf,
  CENT,
  comingInstallments,
  feeOf,
  isPaidOff,
  parseRlusd,
  toDecimal,
  toNumber,
  type EarlyPrincipal,
  type LoanAccount,
  type Day,
} from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { sumOf } from '../../shared/format/format';
import { businessDay } from '../../shared/format/time';

/**
 * `Due Oct 13, 2026`, `Due today`; of a day that has passed `Overdue since Oct 13, 2026`.
 * @param nameOf a day to come
 */
export function dueWords(day: Day, today: Day | undefined, nameOf = businessDay): string {
  if (today && day < today) return `Overdue since ${businessDay(day)}`;
  return day === today ? 'Due today' : `Due ${nameOf(day)}`;
}

/** The due amount, or otherwise the next installment, in RLUSD. */
export const dueOf = ({ due, schedule }: LoanView): number =>
  due && due > 0 ? due : (schedule.find(({ paid }) => !paid)?.payment ?? 0);

/** An amount of the form; null if it is invalid. Cents are accepted; the step of 100 is a hint. */
export function amountOf(typed: string): number | null {
  return /^\d+(\.\d{1,2})?$/.test(typed) && Number(typed) > 0 ? Number(typed) : null;
}

/** The part of a deposit that can be withdrawn: its whole cents. Due installments may leave a fraction of a cent. */
export const withdrawableOf = (deposit: number): string => toDecimal((parseRlusd(deposit.toFixed(6)) / CENT) * CENT);

/** The amount missing for everything due, as text for the field, rounded up to a whole cent. */
export function missingOf(claims: LoanView['claims']): string {
  return centsOf(sumOf(...claims.map(({ missing }) => missing)));
}

const centsOf = (amount: number): string => toDecimal(((parseRlusd(amount.toFixed(6)) + CENT - 1n) / CENT) * CENT);

/** What the deposit lacks for what is due next, RLUSD, rounded up to a cent; null if nothing is collected from it. */
export function shortOf(loan: LoanView): number | null {
  if (!loan.autoPayEnabled && !loan.rentAutomation) return null;
  if (loan.claims.length > 0) return Number(missingOf(loan.claims));
  return Number(centsOf(Math.max(0, sumOf(dueOf(loan), -loan.deposit))));
}

export interface Breakdown {
  amount: number;
  fee: number;
  total: number;
}
/** REQ-2.9.2: the fee of 2.5 % is added to what the holders get. */
export function breakdownOf(amount: number): Breakdown {
  const principal = parseRlusd(amount);
  const fee = feeOf(principal, FEES_BPS.loanPayback);
  return { amount, fee: toNumber(fee), total: toNumber(principal + fee) };
}

/** The loan's account after a payment on the quote's day, by the server's own allocation; null if no loan is open. */
function accountAfter(
  { account, quote }: LoanView,
  amount: number,
  earlyPrincipal: EarlyPrincipal,
): LoanAccount | null {
  if (!account || !quote) return null;
  return allocateRepayment(accountFrom(account), parseRlusd(amount), { today: quote.date, earlyPrincipal }).account;
}

/** The principal that is left after the payment, RLUSD. */
export function balanceAfter(loan: LoanView, amount: number): number {
  const after = accountAfter(loan, amount, 'term');
  return after ? toNumber(balanceOf(after)) : 0;
}

/**
 * The nominal due date of the last installment once `amount` is paid; null if nothing is left to pay.
 * @param earlyPrincipal whether paying ahead shortens the term, or lowers the installments and keeps the end
 */
export function endAfter(loan: LoanView, amount: number, earlyPrincipal: EarlyPrincipal): Day | null {
  const after = accountAfter(loan, amount, earlyPrincipal);
  if (!after || isPaidOff(after)) return null;
  return comingInstallments(after).at(-1)?.dueDate ?? after.due.at(-1)!.dueDate;
}
