import type { CollectionEvent, DomainEvent, LoanEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { Projection } from '../../../../platform/projections/projection.js';
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
  'CollectionClaimed',
  'LoanPaidOff',
  'RedemptionNoticed',
] as const satisfies readonly LoanEvent['type'][];
const COLLECTION_EVENTS = ['AutopaySet', 'RentAutomationSet'] as const satisfies readonly CollectionEvent['type'][];
const SALE_EVENTS = ['TokensPurchased', 'ListingFullyFunded', 'ListingClosed'] as const;

/** Loans with their accounts, and the sales that loans come from. */
export const loansProjection: Projection = {
  name: 'loans',
  version: 3,
  tables: ['loans', 'sales'],
  events: [...LOAN_EVENTS, ...COLLECTION_EVENTS, ...SALE_EVENTS],
  onError: 'halt',
  async apply(events, tx) {
    const folding = new Map<number, Folding>();
    for (const event of events) await fold(event, tx, folding);
    for (const [propertyId, { loan, collection }] of folding)
      await tx.upsert(
        LoanRow,
        { propertyId, owner: loan.owner, status: loan.status, loan: toStored(loan), collection: toStored(collection) },
        ['propertyId'],
      );
  },
};

interface Folding {
  loan: LoanState;
  collection: CollectionState;
}

const isOf = (names: readonly string[], { type }: { type: string }) => names.includes(type);

async function fold(event: RecordedEvent, tx: EntityManager, folding: Map<number, Folding>): Promise<void> {
  if (isOf(SALE_EVENTS, event)) return sell(event, tx);
  const propertyId = event.data.propertyId as number;
  const state = folding.get(propertyId) ?? (await stored(propertyId, tx));
  folding.set(
    propertyId,
    isOf(LOAN_EVENTS, event)
      ? { ...state, loan: evolveLoan(state.loan, event as unknown as LoanEvent) }
      : { ...state, collection: evolveCollection(state.collection, event as unknown as CollectionEvent) },
  );
}

async function stored(propertyId: number, tx: EntityManager): Promise<Folding> {
  const row = await tx.findOneBy(LoanRow, { propertyId });
  return row
    ? { loan: fromStored(row.loan), collection: fromStored(row.collection) }
    : { loan: noLoan, collection: notCollected };
}

/** A sale that never sold anything brings no loan, and is never ended by the calendar. */
async function sell({ type, data, metadata }: RecordedEvent, tx: EntityManager): Promise<void> {
  const { propertyId } = data as Extract<DomainEvent, { type: (typeof SALE_EVENTS)[number] }>['data'];
  if (type === 'TokensPurchased')
    await tx.query('insert into sales values ($1, $2, null) on conflict do nothing', [
      propertyId,
      metadata.businessDate,
    ]);
  else
    await tx.query('update sales set ended_on = $2 where property_id = $1 and ended_on is null', [
      propertyId,
      metadata.businessDate,
    ]);
}
