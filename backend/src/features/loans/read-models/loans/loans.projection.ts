import type { CollectionEvent, DomainEvent, LoanEvent } from '@tknest/contracts/events';
import { In, type EntityManager } from 'typeorm';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';
import { evolveLoan, noLoan, type LoanState } from '../../account/loan.state.js';
import { evolveCollection, notCollected, type CollectionState } from '../../collection/collection.decider.js';
import { LoanRow } from './loan.entities.js';
import { fromStored, toStored } from './stored-state.js';

const LOAN_EVENTS = [
  'LoanOpened',
  'DueDayMoved',
  'InstalmentFellDue',
  'RepaymentBegun',
  'RepaymentAbandoned',
  'RepaymentDeposited',
  'RepaymentReceived',
  'RepaymentAllocated',
  'LoanInArrears',
  'LoanCorrected',
  'LoanArrearsWithdrawn',
  'RepaymentsPrevented',
  'RepaymentsPossible',
  'CollectionClaimed',
  'LoanPaidOff',
  'RedemptionNoticed',
] as const satisfies readonly LoanEvent['type'][];
const COLLECTION_EVENTS = ['AutopaySet', 'RentAutomationSet'] as const satisfies readonly CollectionEvent['type'][];
const SALE_EVENTS = ['TokensPurchased', 'ListingFullyFunded', 'ListingClosed'] as const;

/** Loans with their accounts, and the sales from which loans result. */
export const loansProjection: Projection = {
  name: 'loans',
  version: 1,
  tables: ['loans', 'sales'],
  events: [...LOAN_EVENTS, ...COLLECTION_EVENTS, ...SALE_EVENTS],
  onError: 'halt',
  async apply(events, tx) {
    const isSale = ({ type }: RecordedEvent) => isOf(SALE_EVENTS, type);
    await foldLoans(
      events.filter((event) => !isSale(event)),
      tx,
    );
    await foldSales(events.filter(isSale), tx);
  },
};

const isOf = (names: readonly string[], type: string) => names.includes(type);

async function foldLoans(events: readonly RecordedEvent[], tx: EntityManager): Promise<void> {
  if (events.length === 0) return;
  const idOf = ({ data }: RecordedEvent) => data.propertyId as number;
  const rows = await tx.findBy(LoanRow, { propertyId: In([...new Set(events.map(idOf))]) });
  const folding = new Map<number, { loan: LoanState; collection: CollectionState }>(
    rows.map((row) => [row.propertyId, { loan: fromStored(row.loan), collection: fromStored(row.collection) }]),
  );
  for (const event of events) {
    const state = folding.get(idOf(event)) ?? { loan: noLoan, collection: notCollected };
    folding.set(
      idOf(event),
      isOf(LOAN_EVENTS, event.type)
        ? { ...state, loan: evolveLoan(state.loan, event as LoanEvent) }
        : { ...state, collection: evolveCollection(state.collection, event as CollectionEvent) },
    );
  }
  await tx.upsert(
    LoanRow,
    [...folding].map(([propertyId, { loan, collection }]) => ({
      propertyId,
      owner: loan.status === 'none' ? '' : loan.owner,
      status: loan.status,
      loan: toStored(loan),
      collection: toStored(collection),
    })),
    ['propertyId'],
  );
}

/** A sale without any sold tokens leads to no loan, and the calendar never ends it. */
async function foldSales(events: readonly RecordedEvent[], tx: EntityManager): Promise<void> {
  const sold = new Map<number, { property_id: number; first_sold_on: string; ended_on: string | null }>();
  /** Sales from earlier pages, which are written as ended before this page's sales are added. */
  const ended = new Map<number, { property_id: number; ended_on: string }>();
  for (const { type, data, metadata } of events) {
    const { propertyId: property_id } = data as Extract<DomainEvent, { type: (typeof SALE_EVENTS)[number] }>['data'];
    const { businessDate } = metadata;
    const sale = sold.get(property_id);
    if (type === 'TokensPurchased') {
      if (!sale) sold.set(property_id, { property_id, first_sold_on: businessDate, ended_on: null });
    } else if (sale) sale.ended_on ??= businessDate;
    else if (!ended.has(property_id)) ended.set(property_id, { property_id, ended_on: businessDate });
  }
  await writeRows(
    tx,
    `update sales s set ended_on = r.ended_on from jsonb_populate_recordset(null::sales, $1) r
     where s.property_id = r.property_id and s.ended_on is null`,
    ended.values(),
  );
  await writeRows(
    tx,
    `insert into sales select * from jsonb_populate_recordset(null::sales, $1)
     on conflict (property_id) do update set ended_on = excluded.ended_on
     where sales.ended_on is null and excluded.ended_on is not null`,
    sold.values(),
  );
}
