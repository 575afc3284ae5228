/**
 * Days of grace: business days on which an installment that is due can be paid without arrears. Days on which RLUSD's
 * issuer prevents the landlord from repaying are not counted; the landlord's own settings and balance are never a
 * reason. Pure.
 */
import type { LoanEvent, Prevention } from '@tknest/contracts/events';
import { addBusinessDays, addDays, moveToBusinessDay, type Day } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import type { Loan, PreventedDays } from './loan.state.js';

/** The last day that is not counted; null if no end is known. */
function lastOf({ by, from, until }: PreventedDays): Day | null {
  if (by !== 'wallet-freeze') return until;
  const latest = addDays(from, LOAN.walletFreezeDays - 1);
  return until !== null && until < latest ? until : latest;
}

/** The day on which an unpaid installment is in arrears; null if no day is counted before an unknown end. */
export function arrearsOn(dueDate: Day, { prevented }: Pick<Loan, 'prevented'>): Day | null {
  const spans = prevented.map((one) => ({ from: one.from, last: lastOf(one) }));
  let day = moveToBusinessDay(dueDate);
  for (let counted = 0; counted < LOAN.graceBusinessDays; day = addBusinessDays(day, 1)) {
    const on = spans.filter(({ from, last }) => from <= day && (last === null || day <= last));
    if (on.some(({ last }) => last === null)) return null;
    if (on.length === 0) counted++;
  }
  return day;
}

/** Whether an installment that is unpaid on a day is in arrears. */
export function isPastGrace(day: Day, dueDate: Day, loan: Pick<Loan, 'prevented'>): boolean {
  const from = arrearsOn(dueDate, loan);
  return from !== null && day >= from;
}

/** Records what a ledger of that day shows: by what the landlord is prevented from repaying, or that nothing does. */
export function seePrevention(by: Prevention | null, day: Day, { status, propertyId, prevented }: Loan): LoanEvent[] {
  const last = prevented.at(-1);
  const before = last?.until === null ? last.by : null;
  if (status !== 'open' || by === before) return [];
  return [
    ...(before ? [{ type: 'RepaymentsPossible' as const, data: { propertyId, date: day } }] : []),
    ...(by ? [{ type: 'RepaymentsPrevented' as const, data: { propertyId, by, date: day } }] : []),
  ];
}
