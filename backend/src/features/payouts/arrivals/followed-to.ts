import type { Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { escrowFold } from '../escrow/escrow.decider.js';

/**
 * The business day of the last ledger up to which the payout escrow is followed, by the cursor in the log: what reached
 * the escrow before that day is booked. Null if nothing was followed yet.
 */
export async function followedTo(store: EventStore, dayOf: (ledgerIndex: number) => Promise<Day>): Promise<Day | null> {
  const { followedTo: ledgerIndex } = (await load(store, escrowFold)).state;
  return ledgerIndex === 0 ? null : dayOf(ledgerIndex);
}
