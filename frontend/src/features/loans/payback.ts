import type { LoanView } from '@tknest/contracts/api';
import { CENT, feeOf, parseRlusd, toDecimal, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';

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
  const missing = claims.reduce((sum, claim) => sum + parseRlusd(claim.missing.toFixed(6)), 0n);
  return toDecimal(((missing + CENT - 1n) / CENT) * CENT);
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

/** The balance after the payment: due interest is paid first. An estimate, because the server calculates by day. */
export function balanceAfter(loan: LoanView, amount: number): number {
  if (loan.quote && amount >= loan.quote.amount) return 0;
  const interest = parseRlusd(loan.schedule.find(({ paid }) => !paid)?.interest ?? 0);
  const [paid, balance] = [parseRlusd(amount), parseRlusd(loan.remainingBalance ?? 0)];
  const principal = paid > interest ? paid - interest : 0n;
  return principal < balance ? toNumber(balance - principal) : 0;
}

/**
 * The business day of the plan's last installment once `amount` is paid; null if nothing is left to pay. An estimate,
 * like the balance: it assumes the remaining time that the plan has when it reaches that balance.
 * @param shortens whether paying ahead shortens the term, or lowers the installments and keeps the end
 */
export function endAfter(loan: LoanView, amount: number, shortens: boolean): string | null {
  const balance = balanceAfter(loan, amount);
  if (balance === 0) return null;
  const open = loan.schedule.filter(({ paid }) => !paid);
  const left = loan.schedule.filter((row) => row.balance < balance).length;
  return ((shortens && open[left]) || open.at(-1))?.dueDate ?? null;
}
