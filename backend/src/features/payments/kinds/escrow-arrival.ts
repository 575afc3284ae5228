import type { EscrowEvent } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';
import { bookArrival, escrowFold, isSpent, type EscrowState } from '#features/payouts/rules.public.js';
import { hasEnded, propertyOf, type Landed, type PaymentState } from '../payment.state.js';
import type { Terms } from './recipe.js';

/** How the escrow's books record a principal that reached the payout escrow. */
export const arrivalOf = ({ paymentId, kind, amount }: PaymentState, { hash, ledgerIndex }: Landed) => ({
  hash,
  ledgerIndex,
  delivered: toDecimal(amount),
  note: `${kind} ${paymentId}`,
});

/**
 * Hashes of everything that the escrow's books have received. Read anew each time, and only for payments that arrive
 * late.
 */
const booked = (): Folded<Set<string>, EscrowEvent> => ({
  stream: escrowFold.stream,
  initialState: new Set(),
  evolve: (hashes, { type, data }) => (type === 'EscrowPosted' && data.hash !== null ? hashes.add(data.hash) : hashes),
});

/**
 * The escrow's books; for a payment that has ended, also the hashes that they already contain, because the arrivals
 * follower may have booked the payment before the wallet app reported its signature.
 */
export function escrowStreams(payment: Terms | PaymentState): Record<string, Folded<any, any>> {
  const isLate = 'phase' in payment && (hasEnded(payment) || payment.latePrincipal !== null);
  return { escrow: escrowFold, ...(isLate ? { booked: booked() } : {}) };
}

export interface EscrowStates {
  escrow: EscrowState;
  booked?: ReadonlySet<string>;
}

/**
 * Keeps it as the deposit of the payment's property, once. Does nothing if it was spent before the payment was known.
 */
export function keptAsDeposit(payment: PaymentState, landed: Landed, { escrow, booked }: EscrowStates): EscrowEvent[] {
  // An arrival that was booked by its mark may be in another property's deposit; then it is moved.
  if (isSpent(landed.hash, payment.amount, escrow)) return [];
  if (booked?.has(landed.hash) && !escrow.byMark.has(landed.hash)) return [];
  const account = `deposit/${propertyOf(payment)}` as const;
  return [bookArrival(arrivalOf(payment, landed), [{ account, amount: payment.amount }], escrow)];
}
