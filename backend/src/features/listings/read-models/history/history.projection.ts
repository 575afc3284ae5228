import type { Day } from '@tknest/contracts/money';
import type { PropertyMoment } from '@tknest/contracts/rules';
import type { ListingEvent, LoanEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

const EVENTS = [
  'ListingCreated',
  'TokensPurchased',
  'TokensRedeemed',
  'ListingFullyFunded',
  'ListingClosed',
  'LoanOpened',
  'LoanInArrears',
  'LoanArrearsWithdrawn',
  'RepaymentAllocated',
  'LoanPaidOff',
] as const;
type Folded = Extract<ListingEvent | LoanEvent, { type: (typeof EVENTS)[number] }>;

/** The history of each property, as its page shows it: funding, loan, distribution of tokens, late payments. */
export const historyProjection: Projection<Folded> = {
  name: 'property-history',
  version: 1,
  tables: ['property_moments', 'property_sales', 'property_holdings', 'late_payments'],
  events: EVENTS,
  onError: 'halt-stream',
  async apply(events, tx) {
    const page: Page = {
      sales: await openSales(events, tx),
      moments: new Map(),
      held: [],
    };
    for (const event of events) await fold(event, page, tx);
    await writeRows(
      tx,
      `insert into property_holdings
       select property_id, wallet, sum(tokens) from jsonb_populate_recordset(null::property_holdings, $1) group by 1, 2
       on conflict (property_id, wallet) do update set tokens = property_holdings.tokens + excluded.tokens`,
      page.held,
    );
    await writeRows(
      tx,
      `insert into property_moments
       select * from jsonb_populate_recordset(null::property_moments, $1) on conflict do nothing`,
      page.moments.values(),
    );
  },
};

interface Page {
  /** The progress of each sale as of the current event. */
  sales: Map<number, { token_count: number; tokens_sold: number }>;
  moments: Map<string, { property_id: number; kind: PropertyMoment; date: Day }>;
  held: { property_id: number; wallet: string; tokens: number }[];
}

/** Updates the sales' progress. @returns the progress before the page */
async function openSales(events: readonly Folded[], tx: EntityManager): Promise<Page['sales']> {
  await writeRows(
    tx,
    `insert into property_sales
     select r."propertyId", r."tokenCount", 0 from jsonb_to_recordset($1) r ("propertyId" int, "tokenCount" int)`,
    events.flatMap(({ type, data }) => (type === 'ListingCreated' ? data : [])),
  );
  const [sales] = await writeRows(
    tx,
    `update property_sales s set tokens_sold = s.tokens_sold + r.tokens
     from (select "propertyId" as id, sum(tokens)::int as tokens
             from jsonb_to_recordset($1) r ("propertyId" int, tokens int) group by 1) r
     where s.property_id = r.id returning s.property_id, s.token_count, s.tokens_sold - r.tokens as tokens_sold`,
    events.flatMap(({ type, data }) => (type === 'TokensPurchased' ? data : [])),
  );
  return new Map(sales.map((sale: { property_id: number }) => [sale.property_id, sale]));
}

/** Late payments are rare, so they are written one by one. */
async function fold(event: Recorded<Folded>, page: Page, tx: EntityManager): Promise<void> {
  const today = event.metadata.businessDate;
  const { propertyId } = event.data;
  const tell = (kind: PropertyMoment, date: Day) => {
    // Only the first time counts.
    const key = `${propertyId} ${kind}`;
    if (!page.moments.has(key)) page.moments.set(key, { property_id: propertyId, kind, date });
  };
  const hold = (wallet: string, tokens: number) => page.held.push({ property_id: propertyId, wallet, tokens });
  switch (event.type) {
    case 'ListingCreated':
      return tell('listed', today);
    case 'TokensPurchased': {
      hold(event.data.wallet, event.data.tokens);
      tell('first-sale', today);
      const sale = page.sales.get(propertyId)!;
      sale.tokens_sold += event.data.tokens;
      for (const [kind, quarters] of PARTS) if (4 * sale.tokens_sold >= quarters * sale.token_count) tell(kind, today);
      return;
    }
    case 'TokensRedeemed':
      return void hold(event.data.wallet, -event.data.tokens);
    case 'ListingFullyFunded':
      return tell('fully-funded', today);
    case 'ListingClosed':
      return event.data.reason === 'fully-funded' ? undefined : tell('closed', today);
    case 'LoanOpened':
      return tell('loan-opened', event.data.openedOn);
    case 'LoanInArrears':
      await tx.query('insert into late_payments values ($1, $2, $3, 0, null) on conflict do nothing', [
        propertyId,
        event.data.dueDate,
        event.data.amount,
      ]);
      return;
    case 'LoanArrearsWithdrawn':
      await tx.query('delete from late_payments where property_id = $1 and due_date = $2', [
        propertyId,
        event.data.dueDate,
      ]);
      return;
    case 'RepaymentAllocated':
      for (const { dueDate, amount } of event.data.parts)
        if (dueDate !== null) await payLate(tx, propertyId, dueDate, amount, today);
      return;
    case 'LoanPaidOff':
      // A payoff names no installments because it pays all of them.
      await tx.query(
        'update late_payments set paid = amount, paid_on = $2 where property_id = $1 and paid_on is null',
        [propertyId, event.data.date],
      );
      return tell('paid-off', event.data.date);
  }
}

const PARTS: readonly (readonly [PropertyMoment, quarters: number])[] = [
  ['quarter', 1],
  ['half', 2],
  ['three-quarters', 3],
];

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
