import type { PropertyMoment } from '@tknest/contracts/api';
import type { ListingEvent, LoanEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Projection } from '../../../../platform/projections/projection.js';

type Folded = Extract<
  ListingEvent | LoanEvent,
  {
    type:
      | 'ListingCreated'
      | 'TokensPurchased'
      | 'TokensRedeemed'
      | 'ListingFullyFunded'
      | 'ListingClosed'
      | 'LoanOpened'
      | 'LoanInArrears'
      | 'RepaymentAllocated'
      | 'LoanPaidOff';
  }
>;

/** The history of each property, as its page tells it: funding, loan, how tokens are spread, late payments. */
export const historyProjection: Projection = {
  name: 'property-history',
  version: 1,
  tables: ['property_moments', 'property_sales', 'property_holdings', 'late_payments'],
  events: [
    'ListingCreated',
    'TokensPurchased',
    'TokensRedeemed',
    'ListingFullyFunded',
    'ListingClosed',
    'LoanOpened',
    'LoanInArrears',
    'RepaymentAllocated',
    'LoanPaidOff',
  ] satisfies Folded['type'][],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) await fold(event as unknown as Folded, event.metadata.businessDate, tx);
  },
};

async function fold(event: Folded, today: string, tx: EntityManager): Promise<void> {
  const { propertyId } = event.data;
  switch (event.type) {
    case 'ListingCreated':
      await tx.query('insert into property_sales values ($1, $2, 0)', [propertyId, event.data.tokenCount]);
      return tell(tx, propertyId, 'listed', today);
    case 'TokensPurchased':
      await hold(tx, propertyId, event.data.wallet, event.data.tokens);
      return sell(tx, propertyId, event.data.tokens, today);
    case 'TokensRedeemed':
      return hold(tx, propertyId, event.data.wallet, -event.data.tokens);
    case 'ListingFullyFunded':
      return tell(tx, propertyId, 'fully-funded', today);
    case 'ListingClosed':
      return event.data.reason === 'fully-funded' ? undefined : tell(tx, propertyId, 'closed', today);
    case 'LoanOpened':
      return tell(tx, propertyId, 'loan-opened', event.data.openedOn);
    case 'LoanInArrears':
      await tx.query('insert into late_payments values ($1, $2, $3, 0, null) on conflict do nothing', [
        propertyId,
        event.data.dueDate,
        event.data.amount,
      ]);
      return;
    case 'RepaymentAllocated':
      for (const { dueDate, amount } of event.data.parts)
        if (dueDate !== null) await payLate(tx, propertyId, dueDate, amount, today);
      return;
    case 'LoanPaidOff':
      // What pays a loan off names no installments: it pays all of them.
      await tx.query(
        'update late_payments set paid = amount, paid_on = $2 where property_id = $1 and paid_on is null',
        [propertyId, event.data.date],
      );
      return tell(tx, propertyId, 'paid-off', event.data.date);
  }
}

/** The first time counts. */
async function tell(tx: EntityManager, propertyId: number, kind: PropertyMoment, date: string): Promise<void> {
  await tx.query('insert into property_moments values ($1, $2, $3) on conflict do nothing', [propertyId, kind, date]);
}

const PARTS: readonly (readonly [PropertyMoment, quarters: number])[] = [
  ['quarter', 1],
  ['half', 2],
  ['three-quarters', 3],
];

async function sell(tx: EntityManager, propertyId: number, tokens: number, today: string): Promise<void> {
  const [[sale]]: [{ token_count: number; tokens_sold: number }[]] = await tx.query(
    `update property_sales set tokens_sold = tokens_sold + $2 where property_id = $1
     returning token_count, tokens_sold`,
    [propertyId, tokens],
  );
  await tell(tx, propertyId, 'first-sale', today);
  for (const [kind, quarters] of PARTS)
    if (4 * sale!.tokens_sold >= quarters * sale!.token_count) await tell(tx, propertyId, kind, today);
}

async function hold(tx: EntityManager, propertyId: number, wallet: string, tokens: number): Promise<void> {
  await tx.query(
    `insert into property_holdings values ($1, $2, $3)
     on conflict (property_id, wallet) do update set tokens = property_holdings.tokens + excluded.tokens`,
    [propertyId, wallet, tokens],
  );
}

async function payLate(
  tx: EntityManager,
  propertyId: number,
  dueDate: string,
  amount: string,
  today: string,
): Promise<void> {
  await tx.query(
    `update late_payments set paid = paid + $3, paid_on = case when paid + $3 >= amount then $4 end
     where property_id = $1 and due_date = $2 and paid_on is null`,
    [propertyId, dueDate, amount, today],
  );
}
