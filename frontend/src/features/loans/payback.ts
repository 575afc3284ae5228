import type { LoanView } from '@tknest/contracts/api';
import { CENT, feeOf, parseRlusd, toDecimal, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';

/** What has fallen due, or else the next installment. RLUSD. */
export const dueOf = ({ due, schedule }: LoanView): number =>
  due && due > 0 ? due : (schedule.find(({ paid }) => !paid)?.payment ?? 0);

/** An amount of the form; null if it is invalid. Cents are accepted; the step of 100 is a hint. */
export function amountOf(typed: string): number | null {
  return /^\d+(\.\d{1,2})?$/.test(typed) && Number(typed) > 0 ? Number(typed) : null;
}

/** What of a deposit can be withdrawn: its whole cents. A fraction of one is left by what fell due. */
export const withdrawableOf = (deposit: number): string => toDecimal((parseRlusd(deposit.toFixed(6)) / CENT) * CENT);

/**
 * What is missing for all that fell due, as the field takes it: decimal text, rounded up to the cent that it can be
 * deposited in.
 */
export function missingOf(claims: LoanView['claims']): string {
  const missing = claims.reduce((sum, claim) => sum + parseRlusd(claim.missing.toFixed(6)), 0n);
  return toDecimal(((missing + CENT - 1n) / CENT) * CENT);
}

export interface Breakdown {
  amount: number;
  fee: number;
  total: number;
}
/** D2 §9: the fee of 2.5 % comes on top of what the holders get. */
export function breakdownOf(amount: number): Breakdown {
  const principal = parseRlusd(amount);
  const fee = feeOf(principal, FEES_BPS.loanPayback);
  return { amount, fee: toNumber(fee), total: toNumber(principal + fee) };
}

/** The balance once it is paid: interest that is due comes first. An estimate: the server reckons by the day. */
export function balanceAfter(loan: LoanView, amount: number): number {
  if (loan.quote && amount >= loan.quote.amount) return 0;
  const interest = parseRlusd(loan.schedule.find(({ paid }) => !paid)?.interest ?? 0);
  const [paid, balance] = [parseRlusd(amount), parseRlusd(loan.remainingBalance ?? 0)];
  const principal = paid > interest ? paid - interest : 0n;
  return principal < balance ? toNumber(balance - principal) : 0;
}

/**
 * The business day of the plan's last installment once `amount` is paid; null if nothing is left to pay. An estimate,
 * like the balance: it assumes the same remaining time as the plan has when it reaches that balance by itself.
 * @param shortens whether what is paid ahead shortens the term, or lowers the installments and leaves the end
 */
export function endAfter(loan: LoanView, amount: number, shortens: boolean): string | null {
  const balance = balanceAfter(loan, amount);
  if (balance === 0) return null;
  const open = loan.schedule.filter(({ paid }) => !paid);
  const left = loan.schedule.filter((row) => row.balance < balance).length;
  return ((shortens && open[left]) || open.at(-1))?.dueDate ?? null;
}
