/** A loan's day waits for the repayments that belong to an earlier day. */
import type { Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { paymentFold } from '#features/payments/rules.public.js';
import { isPastGrace } from '../account/grace.js';
import type { Loan, LoanState } from '../account/loan.state.js';

/**
 * The repayment for which a property's day waits: one whose submission began before that day, and whose result is not
 * known. Until then nothing falls due, is collected or is in arrears on that day, because a validated repayment counts
 * on the day of its ledger. One that was signed after the last day of grace holds up nothing.
 * @returns the payment's id; null if the day can be processed
 */
export async function waitsFor(store: EventStore, loan: LoanState, day: Day): Promise<string | null> {
  if (loan.status !== 'open') return null;
  for (const paymentId of loan.underWay.keys()) {
    const { state: payment } = await load(store, paymentFold(paymentId));
    if (payment.phase !== 'settling') continue;
    const signedOn = payment.legs.recipient?.signedOn ?? null;
    if (signedOn === null || (signedOn < day && !isAfterGrace(signedOn, loan))) return paymentId;
  }
  return null;
}

function isAfterGrace(day: Day, loan: Loan): boolean {
  const [oldest] = loan.account.due;
  return oldest !== undefined && isPastGrace(day, oldest.dueDate, loan);
}
