import {
  isMoving,
  JOURNALING,
  journaledBy,
  movedBy,
  MOVING,
  type DomainEvent,
  type MovedTransaction,
  type MovingEvent,
  type ReconciliationEvent,
} from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

type Reconciled<Type extends 'LedgerReconciled' | 'LogReconciled'> = Extract<
  ReconciliationEvent,
  { type: Type }
>['data'];
type Journaling = Extract<DomainEvent, { type: (typeof JOURNALING)[number] }>;
type Folded = Journaling | MovingEvent | Extract<DomainEvent, { type: 'LedgerReconciled' | 'LogReconciled' }>;

const isJournaling = (event: Journaling | MovingEvent): event is Journaling =>
  (JOURNALING as readonly string[]).includes(event.type);

/** What the books received, whoever signed it. */
export const ARRIVED: readonly string[] = ['arrival', 'clawed-back'];
const OF_NOBODY = ['set-up', ...ARRIVED];
const quoted = (leg: string) => `'${leg}'`;

/**
 * Hashes with their purposes (a platform account's own setup belongs to no payment), those that events tell as moved,
 * and how far ledger and log were compared.
 */
export const legHashesProjection: Projection<Folded> = {
  name: 'leg-hashes',
  version: 1,
  tables: ['leg_hashes', 'moved_hashes', 'reconciled', 'reconciled_log'],
  events: [...new Set([...JOURNALING, ...MOVING]), 'LedgerReconciled', 'LogReconciled'],
  onError: 'halt',
  async apply(events, tx) {
    const hashes = new Map<string, { hash: string; payment_id: string | null; leg: string }>();
    const moved: MovedTransaction[] = [];
    const ledgers = new Map<string, Reconciled<'LedgerReconciled'>>();
    let log: Reconciled<'LogReconciled'> | undefined;
    for (const event of events) {
      if (event.type === 'LedgerReconciled') {
        const { data } = event;
        const { transactions = 0, findings = 0 } = ledgers.get(data.account) ?? {};
        const sums = { transactions: transactions + data.transactions, findings: findings + data.findings };
        ledgers.set(data.account, { ...data, ...sums });
      } else if (event.type === 'LogReconciled') {
        const { settled = 0, findings = 0 }: Partial<Reconciled<'LogReconciled'>> = log ?? {};
        log = { ...event.data, settled: settled + event.data.settled, findings: findings + event.data.findings };
      } else {
        if (isMoving(event)) moved.push(...movedBy(event));
        for (const { hash, ownerId, leg } of isJournaling(event) ? journaledBy(event) : [])
          // What a restored log adopted, or booked when it arrived, belongs to its owner once that takes it over;
          // otherwise the first owner keeps it.
          if (!hashes.has(hash) || (OF_NOBODY.includes(hashes.get(hash)!.leg) && !ARRIVED.includes(leg)))
            hashes.set(hash, { hash, payment_id: ownerId, leg });
      }
    }
    await writeRows(
      tx,
      `insert into moved_hashes (hash, in_escrow)
       select * from jsonb_to_recordset($1) r (hash text, "inEscrow" boolean) on conflict do nothing`,
      moved,
    );
    await writeRows(
      tx,
      `insert into leg_hashes (hash, payment_id, leg)
       select * from jsonb_to_recordset($1) r (hash text, payment_id uuid, leg text)
       on conflict (hash) do update set payment_id = excluded.payment_id, leg = excluded.leg
       where leg_hashes.leg in (${OF_NOBODY.map(quoted).join()}) and excluded.leg not in (${ARRIVED.map(quoted).join()})`,
      hashes.values(),
    );
    await writeRows(
      tx,
      `insert into reconciled as r (account, to_ledger, transactions, findings)
       select * from jsonb_to_recordset($1) n (account text, "toLedger" int, transactions int, findings int)
       on conflict (account) do update set to_ledger = excluded.to_ledger,
         transactions = r.transactions + excluded.transactions, findings = r.findings + excluded.findings`,
      ledgers.values(),
    );
    await writeRows(
      tx,
      `insert into reconciled_log as r (id, to_position, settled, findings)
       select 'log', * from jsonb_to_recordset($1) n ("toPosition" text, settled int, findings int)
       on conflict (id) do update set to_position = excluded.to_position,
         settled = r.settled + excluded.settled, findings = r.findings + excluded.findings`,
      log ? [log] : [],
    );
  },
};
