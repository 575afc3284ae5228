import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { ARRIVAL_EVENTS, foldArrival } from './arrival-rows.js';
import { MovementPage } from './movement-page.js';
import { foldPayment, PAYMENT_EVENTS, rowsAskedFor } from './payment-rows.js';
import { foldRun, RUN_EVENTS } from './run-rows.js';
import { foldPurchases, foldTokens, TOKEN_EVENTS } from './token-rows.js';

const has = (types: readonly string[], type: string) => types.includes(type);

/** All movements of a wallet's RLUSD and tokens through the platform, for the activity page and statements. */
export const movementsProjection: Projection = {
  name: 'movements',
  version: 3,
  tables: ['movements', 'movement_runs', 'movement_properties', 'movement_accounts', 'movement_holdings'],
  events: [...PAYMENT_EVENTS, ...RUN_EVENTS, ...TOKEN_EVENTS, ...ARRIVAL_EVENTS],
  onError: 'halt',
  async apply(events, tx) {
    let payments: RecordedEvent[] = [];
    const written = async () => {
      if (payments.length > 0) await foldPayments(payments, tx);
      payments = [];
    };
    await foldPurchases(events.filter(isPurchase), tx);
    for (const event of events) {
      // No other event reads or changes the rows that purchases add.
      if (isPurchase(event)) continue;
      if (has(PAYMENT_EVENTS, event.type)) {
        payments.push(event);
        continue;
      }
      if (!has(BESIDE_PAYMENTS, event.type)) await written();
      if (has(RUN_EVENTS, event.type)) await foldRun(event, tx);
      else if (has(TOKEN_EVENTS, event.type)) await foldTokens(event, tx);
      else await foldArrival(event, tx);
    }
    await written();
  },
};

const isPurchase = ({ type }: RecordedEvent) => type === 'TokensPurchased';

/** Events that do not depend on rows of payments, so the payments of a page are not written before them. */
const BESIDE_PAYMENTS = ['ListingCreated', 'TokensIssued', 'TokensRedeemed', 'PayoutRunCreated'];

async function foldPayments(events: readonly RecordedEvent[], tx: EntityManager): Promise<void> {
  const asked = events.map(rowsAskedFor);
  const page = await MovementPage.open(
    tx,
    [...new Set(asked.flatMap(({ ids }) => ids))],
    [...new Set(asked.flatMap(({ addresses }) => addresses))],
  );
  for (const event of events) foldPayment(event, page);
  await page.write();
}
