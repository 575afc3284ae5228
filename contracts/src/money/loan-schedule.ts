import type { Day } from './business-days.js';
import { dueOf, nextToFallDue, withFallen, type LoanAccount } from './loan-account.js';
import type { Micro } from './rlusd.js';

/** A future row of the schedule. */
export interface ComingInstallment {
  number: number;
  dueDate: Day;
  payment: Micro;
  interest: Micro;
  principal: Micro;
  /** The loan's balance once it is paid. */
  balance: Micro;
  /** The prepaid part of it. */
  prepaid: Micro;
}

/** The installments not due yet, assuming that everything is paid on time. */
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

/** The remaining interest if everything is paid on time from now on. */
export const interestToCome = (account: LoanAccount): Micro =>
  comingInstallments(account).reduce((sum, { interest }) => sum + interest, 0n) -
  account.prepaid.interest +
  dueOf(account).interest;
