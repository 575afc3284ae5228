import type { PaymentKind } from '@tknest/contracts/events';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import type { Reads } from '#platform/projections/readers.js';
import { hasEnded, paymentFold, readMark, type Payment, type Seal } from '#features/payments/rules.public.js';
import { journaledAmong } from '#features/reconciliation/readers.public.js';

/** Kinds of payments that book the money that they bring to the escrow. */
const BOOKED_BY_PAYMENTS: ReadonlySet<PaymentKind> = new Set(['principal_payback', 'deposit']);

/**
 * Which of these hashes are journaled by payments and runs that book them themselves. A payment of another kind to the
 * escrow does not change the books: its money is an arrival like any other.
 */
export async function journaledOf(
  hashes: readonly string[],
  { db, store }: { db: Reads; store: EventStore },
): Promise<ReadonlySet<string>> {
  const booked = new Set<string>();
  // The read model only finds the payment of a hash; its stream says what kind of payment it is.
  for (const [hash, { paymentId, leg }] of await journaledAmong(hashes, db)) {
    if (leg === 'recipient' && paymentId !== null) {
      const { state } = await load(store, paymentFold(paymentId));
      if (state.phase !== 'none' && !isBookedBy(state, hash)) continue;
    }
    booked.add(hash);
  }
  return booked;
}

/** Only the first principal of a refund: a second one is not kept for its payer. */
const isBookedBy = ({ kind, legs }: Payment, hash: string): boolean =>
  BOOKED_BY_PAYMENTS.has(kind) || (kind === 'refund' && legs.recipient?.hash === hash);

/**
 * The kind of payment that a transaction is if the platform prepared it: its mark is genuine, and so is its sequence
 * number, as a payer can copy a mark from the ledger. If the log has lost the payment, the mark alone decides; of a
 * repayment, the first copy counts as long as its loan waits for it.
 */
export async function preparedAs(
  transaction: LedgerTransaction,
  { store, seal, rlusdIssuer }: { store: EventStore; seal: Seal; rlusdIssuer: string },
): Promise<PaymentKind | null> {
  const mark = readMark(transaction, seal, rlusdIssuer);
  if (!mark) return null;
  const { state } = await load(store, paymentFold(mark.paymentId));
  if (state.phase === 'none') return mark.kind;
  if (mark.kind === 'principal_payback')
    return !state.principal && (!hasEnded(state) || state.holds) ? mark.kind : null;
  const attempts = [state.legs.recipient, ...state.orphans.filter(({ leg }) => leg === 'recipient')];
  return attempts.some((attempt) => attempt?.sequence === transaction.tx.Sequence) ? mark.kind : null;
}
