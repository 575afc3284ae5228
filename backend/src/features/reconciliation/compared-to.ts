import type { EventStore } from '#platform/event-store/event-store.js';

/** The last ledger whose payments between users were compared with the log; 0 if none was. */
export async function purchasesComparedTo(store: EventStore): Promise<number> {
  for await (const { data } of store.read('reconciliation-purchases', { backwards: true, limit: 1 }))
    return (data as { toLedger: number }).toLedger;
  return 0;
}
