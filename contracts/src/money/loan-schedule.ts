import type { Day } from './business-days.js';
import { dueOf, nextToFallDue, withFallen, type LoanAccount } from './loan-account.js';
import type { Micro } from './rlusd.js';

/** A row of the schedule that is still to come. */
export interface ComingInstallment {
  number: number;
  dueDate: Day;
  payment: Micro;
  interest: Micro;
  principal: Micro;
  /** Of the loan once it is paid. */
  balance: Micro;
  /** What of it is prepaid. */
  prepaid: Micro;
}

/** The installments that have not fallen due, as they will where everything is paid in time. */
export function comingInstallments(account: LoanAccount): ComingInstallment[] {
  const rows: ComingInstallment[] = [];
  for (let at: LoanAccount = { ...account, due: [] }; at.left > 0;) {
    const { number, dueDate, interest, principal, interestPaid, principalPaid } = nextToFallDue(at);
    const next = { ...withFallen(at, nextToFallDue(at)), due: [] };
    rows.push({
      number,
      dueDate,
      payment: interest + principal,
      interest,
      principal,
      balance: next.undue,
      prepaid: interestPaid + principalPaid,
    });
    at = next;
  }
  return rows;
}

/** Interest that is still to be paid where everything is paid in time from now on. */
export const interestToCome = (account: LoanAccount): Micro =>
  comingInstallments(account).reduce((sum, { interest }) => sum + interest, 0n) -
  account.prepaid.interest +
  dueOf(account).interest;
