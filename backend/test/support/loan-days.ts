import type { Day } from '@tknest/contracts/money';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { CollectionProcess } from '#features/loans/processes/collection.process.js';
import type { DayPorts } from '#features/loans/schedule/work-days.js';

/** The calendar of property 1, for whose days nothing on the ledger is unknown. */
export const loanDays = (store: EventStore, waits: DayPorts['waits'] = () => undefined): DayPorts => ({
  store,
  openLoans: async () => [1],
  salesToEnd: async () => [],
  listingOpenDays: 90,
  isStopping: () => false,
  isFollowed: async () => true,
  hasSent: async () => false,
  waits,
  failed: (_, error) => {
    throw error;
  },
});

/** An event happens to the process that collects, while the gates are open. */
export function collectsAt(event: RecordedEvent, today: Day, store: EventStore, mayGoOn = true): Promise<void> {
  const process = new CollectionProcess(
    store,
    { today: async () => today } as never,
    { hasReached: async () => true } as never,
    { now: () => mayGoOn } as never,
  );
  return process.handle(event, { commandId: (of: string) => uuidv5(`test/${event.id}/${of}`) } as never);
}

/** The comparison has passed these ledgers. */
export const comparedTo = (toLedger: number) =>
  ['reconciliation-purchases', { type: 'LedgerReconciled', data: { toLedger } }] as const;
