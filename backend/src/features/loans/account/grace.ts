/**
 * Days of grace: business days on which an installment that is due can be paid without arrears. Days on which RLUSD's
 * issuer prevents the landlord from repaying are not counted; the landlord's own settings and balance are never a
 * reason. Pure.
 */
import type { LoanEvent, Prevention } from '@tknest/contracts/events';
import { addBusinessDays, addDays, moveToBusinessDay, type Day } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { evolveLoan, type Loan, type PreventedDays } from './loan.state.js';

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

/** What prevents the landlord from repaying, as recorded. */
export function preventedBy({ prevented }: Pick<Loan, 'prevented'>): Prevention | null {
  const last = prevented.at(-1);
  return last?.until === null ? last.by : null;
}

/** By what a ledger of that day shows that the landlord is prevented from repaying; null if by nothing. */
export interface Shown {
  by: Prevention | null;
  day: Day;
}

/**
 * Records what ledgers show, from the oldest to today's. Those before what is recorded already tell nothing new. A
 * freeze of the landlord's wallet counts from the day on which something is due.
 */
export function seePreventions(shown: readonly Shown[], opened: Loan): LoanEvent[] {
  const last = opened.prevented.at(-1);
  const known = last?.until ?? last?.from ?? opened.openedOn;
  const dueOn = opened.account.due[0]?.dueDate ?? opened.account.nextDue;
  const events: LoanEvent[] = [];
  let loan = opened;
  for (const [index, { by, day }] of shown.entries()) {
    const next = shown[index + 1]?.day;
    if (next !== undefined && day < known) continue;
    const isEarly = by === 'wallet-freeze' && preventedBy(loan) !== by && day < dueOn;
    const counts = !isEarly || (next ?? day) >= dueOn;
    const seen = seePrevention(counts ? by : null, isEarly && counts ? dueOn : day, loan);
    loan = seen.reduce<Loan>(evolveLoan, loan);
    events.push(...seen);
  }
  return events;
}

function seePrevention(by: Prevention | null, date: Day, loan: Loan): LoanEvent[] {
  const before = preventedBy(loan);
  if (loan.status !== 'open' || by === before) return [];
  const { propertyId } = loan;
  return [
    ...(before ? [{ type: 'RepaymentsPossible' as const, data: { propertyId, date } }] : []),
    ...(by ? [{ type: 'RepaymentsPrevented' as const, data: { propertyId, by, date } }] : []),
  ];
}
