/** A loan's day waits for what belongs to an earlier day: repayments, and what reaches the payout escrow. */
import type { Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { paymentFold } from '#features/payments/rules.public.js';
import { isPastGrace } from '../account/grace.js';
import type { Loan, LoanState } from '../account/loan.state.js';

export interface GatePorts {
  store: EventStore;
  /** Whether everything that reached the payout escrow before a day is booked. */
  isFollowed(day: Day): Promise<boolean>;
}

/** What a day waits for instead of a repayment: money that reached the escrow before it may not be booked yet. */
export const ESCROW_FOLLOWER = 'escrow-follower';

/**
 * The repayment for which a property's day waits: one whose submission began before that day, and whose result is not
 * known. Until then nothing falls due, is collected or is in arrears on that day, because a validated repayment counts
 * on the day of its ledger. One that was signed after the last day of grace holds up nothing. Then, the escrow's
 * follower until it has passed the day's first ledger.
 * @returns the payment's id, or `ESCROW_FOLLOWER`; null if the day can be processed
 */
export async function waitsFor({ store, isFollowed }: GatePorts, loan: LoanState, day: Day): Promise<string | null> {
  if (loan.status !== 'open') return null;
  for (const paymentId of loan.underWay.keys()) {
    const { state: payment } = await load(store, paymentFold(paymentId));
    if (payment.phase !== 'settling') continue;
    const signedOn = payment.legs.recipient?.signedOn ?? null;
    if (signedOn === null || (signedOn < day && !isAfterGrace(signedOn, loan))) return paymentId;
  }
  return (await isFollowed(day)) ? null : ESCROW_FOLLOWER;
}

function isAfterGrace(day: Day, loan: Loan): boolean {
  const [oldest] = loan.account.due;
  return oldest !== undefined && isPastGrace(day, oldest.dueDate, loan);
}
