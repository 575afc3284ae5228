import type { Day } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { escrowFold } from '../escrow/escrow.decider.js';

/**
 * Whether the payout escrow is followed past the first ledger of a business day, by the cursor in the log: what reached
 * it before that day is booked.
 * @param dayOf the business day of a ledger; the result throws what this throws
 */
export function isFollowedTo(
  store: EventStore,
  dayOf: (ledgerIndex: number) => Promise<Day>,
): (day: Day) => Promise<boolean> {
  let newest: Day | null = null;
  return async (day) => {
    if (newest !== null && newest >= day) return true;
    const { followedTo } = (await load(store, escrowFold)).state;
    newest = followedTo === 0 ? null : await dayOf(followedTo);
    return newest !== null && newest >= day;
  };
}
