/** A loan's day waits for what belongs to an earlier day: repayments, and what reaches the payout escrow. */
import type { Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { paymentFold, type Payment } from '#features/payments/rules.public.js';
import { isPastGrace } from '../account/grace.js';
import type { Loan, LoanState } from '../account/loan.state.js';

export interface GatePorts {
  store: EventStore;
  /** Whether everything that reached the payout escrow before a day is booked. */
  isFollowed(day: Day): Promise<boolean>;
  /** Whether the ledger shows that an account has used this sequence number, or cannot be asked. */
  hasSent(account: string, sequence: number): Promise<boolean>;
}

/** What a day waits for instead of a repayment: money that reached the escrow before it may not be booked yet. */
export const ESCROW_FOLLOWER = 'escrow-follower';

/**
 * The repayment for which a property's day waits: one whose submission began before that day, and whose result is not
 * known. Until then nothing falls due, is collected or is in arrears on that day, because a validated repayment counts
 * on the day of its ledger. A wallet may send what it is only asked to sign: where the ledger shows that it may have,
 * the day waits until the platform has looked. A repayment that was signed, or asked for, after the last day of grace
 * holds up nothing. Then, the escrow's follower until it has passed the day's first ledger.
 * @returns the payment's id, or `ESCROW_FOLLOWER`; null if the day can be processed
 */
export async function waitsFor(ports: GatePorts, loan: LoanState, day: Day): Promise<string | null> {
  if (loan.status !== 'open') return null;
  const asked: Payment[] = [];
  for (const [paymentId, { begunOn }] of loan.underWay) {
    const { state: payment } = await load(ports.store, paymentFold(paymentId));
    if (payment.phase === 'none') continue;
    const since = payment.legs.recipient?.signedOn ?? begunOn;
    if (since >= day || isAfterGrace(since, loan)) continue;
    if (payment.phase === 'settling') return paymentId;
    if (payment.phase === 'open') asked.push(payment);
  }
  if (!(await ports.isFollowed(day))) return ESCROW_FOLLOWER;
  for (const { paymentId, payer, legs } of asked)
    if (COULD_BE_SENT.has(legs.recipient?.state ?? '') && (await ports.hasSent(payer, legs.recipient!.sequence)))
      return paymentId;
  return null;
}

const COULD_BE_SENT: ReadonlySet<string> = new Set(['prepared', 'requested', 'signed']);

function isAfterGrace(day: Day, loan: Loan): boolean {
  const [oldest] = loan.account.due;
  return oldest !== undefined && isPastGrace(day, oldest.dueDate, loan);
}
