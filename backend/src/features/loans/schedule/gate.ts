/** A loan's day waits for what belongs to an earlier day: repayments, and what reaches the payout escrow. */
import { dayAt, moveToBusinessDay, type Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import { caseIdOf, openedCase } from '#features/operations-cases/rules.public.js';
import { escrowFold, type LostCollection } from '#features/payouts/rules.public.js';
import {
  namedPrincipal,
  orphanPrincipals,
  payerFold,
  paymentFold,
  type LegAttempt,
  type Payment,
} from '#features/payments/rules.public.js';
import { isCompared } from '#features/reconciliation/compared-to.public.js';
import { isPastGrace } from '../account/grace.js';
import type { Loan, LoanState } from '../account/loan.state.js';

export interface GatePorts {
  store: EventStore;
  /** The only properties with lost collections, where somebody has looked at all of them. */
  withLost?: ReadonlySet<number>;
  /** Whether everything that reached the payout escrow before a day is booked. */
  isFollowed(day: Day): Promise<boolean>;
  /** Whether the ledger shows that a payer may have sent a principal, or does not show that nothing was sent. */
  hasSent(payment: Payment, principal: Asked): Promise<boolean>;
}

/** A principal that a wallet was asked to sign: its sequence number, and the last ledger before that. */
type Asked = Pick<LegAttempt, 'sequence' | 'preparedAt'>;

/** What a day waits for instead of a repayment: money that reached the escrow before it may not be booked yet. */
export const ESCROW_FOLLOWER = 'escrow-follower';
/** Or what the log lost and does not fit: it has a case of its own. */
export const LOST_COLLECTION = 'lost-collection';

/**
 * The landlord's payment for which a property's day waits: a repayment or deposit whose submission began before that
 * day, and whose result is not known. Until then nothing falls due, is collected or is in arrears on that day, because
 * a validated repayment counts on the day of its ledger, and the escrow's follower leaves both to their payments. A
 * wallet may send what it is only asked to sign, and what it signed for a payment that has ended: where the ledger
 * shows that it may have, the day waits until the platform has looked. A payment that was signed, or asked for, after
 * the last day of grace holds up nothing. Then, the escrow's follower until it has passed the day's first ledger, and a
 * payment that a restored log lost. A repayment that waits for a lost collection holds up no day until that is known.
 * @returns the payment's id, or `ESCROW_FOLLOWER`; null if the day can be processed
 */
export async function waitsFor(
  ports: GatePorts,
  loan: LoanState,
  day: Day,
  lost: readonly LostCollection[] = [],
): Promise<string | null> {
  if (loan.status !== 'open') return null;
  const unsent: Payment[] = [];
  for (const { payment, begunOn } of await paymentsOf(ports.store, loan)) {
    const since = payment.legs.recipient?.signedOn ?? begunOn;
    if (since >= day || isAfterGrace(since, loan)) continue;
    const { ledgerIndex } = (payment.phase === 'settling' && payment.principal) || { ledgerIndex: 0 };
    if (lost.some((one) => moveToBusinessDay(one.dueDate) >= day && one.ledgerIndex < ledgerIndex)) continue;
    if (payment.phase === 'settling') return payment.paymentId;
    unsent.push(payment);
  }
  if (!(await ports.isFollowed(day))) return ESCROW_FOLLOWER;
  const suspended = await inSuspense(ports.store, loan.propertyId);
  if (suspended !== null) return suspended;
  for (const payment of unsent)
    for (const principal of couldBeSent(payment)) if (await ports.hasSent(payment, principal)) return payment.paymentId;
  return null;
}

/**
 * The payment for a property whose money is in suspense, and which a restored log may have lost: the comparison, which
 * would record it, has not passed its ledger. Null if there is none. Once it is recorded, it is under way.
 */
export async function inSuspense(store: EventStore, propertyId: number): Promise<string | null> {
  for (const account of (await load(store, escrowFold)).state.balances.keys()) {
    const [kind, subject = ''] = account.split('/');
    const opened = kind === 'suspense' ? await openedCase(store, caseIdOf({ kind: 'escrow-suspense', subject })) : null;
    if (opened?.propertyId !== propertyId || opened.paymentId === null) continue;
    if (!(await isCompared(store, Number(opened.details.ledgerIndex ?? 0)))) return opened.paymentId;
  }
  return null;
}

/** Repayments without a result, and the landlord's open deposit. */
async function paymentsOf(store: EventStore, { owner, propertyId, underWay }: Loan) {
  const { open, openKind } = (await load(store, payerFold(owner))).state;
  const ids = [...underWay.keys(), ...(open !== null && openKind === 'deposit' ? [open] : [])];
  const loaded = await Promise.all(ids.map((id) => load(store, paymentFold(id))));
  return loaded.flatMap(({ state: payment }) =>
    payment.phase === 'none' || payment.propertyId !== propertyId
      ? []
      : [{ payment, begunOn: underWay.get(payment.paymentId)?.begunOn ?? dayAt(payment.startedAt) }],
  );
}

const COULD_BE_SENT: ReadonlySet<string> = new Set(['prepared', 'requested', 'signed']);

/** Principals that their wallet could have sent by itself. */
function couldBeSent({ phase, holds, legs, orphans }: Payment): readonly Asked[] {
  if (phase !== 'open') return holds ? orphanPrincipals({ orphans }) : [];
  return legs.recipient && COULD_BE_SENT.has(legs.recipient.state) ? [legs.recipient] : [];
}

/**
 * Whether the ledger shows that a payer has used the sequence number of a principal, or has sent a copy of it under a
 * ticket. What a node does not show that is behind the request, or behind the ledgers on which the escrow was followed,
 * may have happened all the same.
 * @throws LedgerUnavailable
 */
export async function hasSent(
  { store, ledger }: { store: EventStore; ledger: Pick<LedgerPort, 'account' | 'history'> },
  { payer, paymentId }: Payment,
  { sequence, preparedAt }: Asked,
): Promise<boolean> {
  const { followedTo } = (await load(store, escrowFold)).state;
  const account = await ledger.account(payer);
  const shownTo = account?.ledgerIndex ?? 0;
  if (!account || account.sequence > sequence || shownTo < Math.max(followedTo, preparedAt)) return true;
  for await (const { tx, result } of ledger.history(payer, preparedAt, shownTo))
    if (tx.Account === payer && result === 'tesSUCCESS' && namedPrincipal(tx) === paymentId) return true;
  return false;
}

function isAfterGrace(day: Day, loan: Loan): boolean {
  const [oldest] = loan.account.due;
  return oldest !== undefined && isPastGrace(day, oldest.dueDate, loan);
}
