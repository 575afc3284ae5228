import type { EventStore } from '#platform/event-store/event-store.js';

/**
 * Whether payments between users were compared with the log up to this ledger, so that the log has what a restore lost
 * of them.
 */
export async function isCompared(store: EventStore, ledgerIndex: number): Promise<boolean> {
  for await (const { data } of store.read('reconciliation-purchases', { backwards: true, limit: 1 }))
    return (data as { toLedger: number }).toLedger >= ledgerIndex;
  return false;
}
