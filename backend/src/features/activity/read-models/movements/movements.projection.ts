import type { MovingEvent, PayoutFeePaid, XrpReturned } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { ARRIVAL_EVENTS, foldArrival, type ArrivalFact } from './arrival-rows.js';
import { MovementPage } from './movement-page.js';
import { foldPayment, PAYMENT_EVENTS, rowsAskedFor, type PaymentFact } from './payment-rows.js';
import { foldRun, RUN_EVENTS, type RunFact } from './run-rows.js';
import { foldPurchases, foldTokens, TOKEN_EVENTS, type Purchased, type TokenFact } from './token-rows.js';

/** What moves between accounts of the platform, or is XRP, has no rows. */
type MovingFact = Exclude<MovingEvent, PayoutFeePaid | XrpReturned>;
/** Without a fold for one of the moving events, `apply` does not compile. */
type Fact = MovingFact | PaymentFact | RunFact | TokenFact | ArrivalFact;

/** Whether an event has one of these types. */
const isOf = <Type extends Fact['type']>(
  types: readonly Type[],
  event: Recorded<Fact>,
): event is Recorded<Extract<Fact, { type: Type }>> => (types as readonly string[]).includes(event.type);

/** All movements of a wallet's RLUSD and tokens through the platform, for the activity page and statements. */
export const movementsProjection: Projection<Fact> = {
  name: 'movements',
  version: 1,
  tables: ['movements', 'movement_runs', 'movement_properties', 'movement_accounts', 'movement_holdings'],
  events: [...PAYMENT_EVENTS, ...RUN_EVENTS, ...TOKEN_EVENTS, ...ARRIVAL_EVENTS],
  onError: 'halt',
  async apply(events, tx) {
    let payments: Recorded<PaymentFact>[] = [];
    const written = async () => {
      if (payments.length > 0) await foldPayments(payments, tx);
      payments = [];
    };
    await foldPurchases(events.filter(isPurchase), tx);
    for (const event of events) {
      // No other event reads or changes the rows that purchases add.
      if (isPurchase(event)) continue;
      if (isOf(PAYMENT_EVENTS, event)) {
        payments.push(event);
        continue;
      }
      if (!isOf(BESIDE_PAYMENTS, event)) await written();
      if (isOf(RUN_EVENTS, event)) await foldRun(event, tx);
      else if (isOf(TOKEN_EVENTS, event)) await foldTokens(event, tx);
      else await foldArrival(event, tx);
    }
    await written();
  },
};

const isPurchase = (event: Recorded<Fact>): event is Recorded<Purchased> => event.type === 'TokensPurchased';

/** Events that don't depend on rows of payments, so the page's payments need not be written before them. */
const BESIDE_PAYMENTS = ['ListingCreated', 'TokensIssued', 'TokensRedeemed', 'PayoutRunCreated'] as const;

async function foldPayments(events: readonly Recorded<PaymentFact>[], tx: EntityManager): Promise<void> {
  const asked = events.map(rowsAskedFor);
  const page = await MovementPage.open(
    tx,
    [...new Set(asked.flatMap(({ ids }) => ids))],
    [...new Set(asked.flatMap(({ addresses }) => addresses))],
  );
  for (const event of events) foldPayment(event, page);
  await page.write();
}
