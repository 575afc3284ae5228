import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { howMany } from '#test/support/how-much.js';
import { movementsProjection } from '#features/activity/read-models/movements/movements.projection.js';
import {
  MarketPerson,
  MarketPosition,
  MarketProperty,
} from '#features/recommendations/read-models/market/market.entities.js';
import { marketProjection } from '#features/recommendations/read-models/market/market.projection.js';
import { timelineProjection } from '#features/audit/read-models/timeline/timeline.projection.js';
import { purchaseProjection } from '#features/investments/read-models/purchase/purchase.projection.js';
import { historyProjection } from '#features/listings/read-models/history/history.projection.js';
import { Property } from '#features/listings/read-models/property/property.entity.js';
import { propertyProjection } from '#features/listings/read-models/property/property.projection.js';
import { LoanRow } from '#features/loans/read-models/loans/loan.entities.js';
import { loansProjection } from '#features/loans/read-models/loans/loans.projection.js';
import { notificationsProjection } from '#features/notifications/read-models/notifications/notifications.projection.js';
import { signRequestsProjection } from '#features/payments/read-models/sign-requests/sign-requests.projection.js';
import { transactionsProjection } from '#features/payments/read-models/transactions/transactions.projection.js';
import { legHashesProjection } from '#features/reconciliation/read-models/leg-hashes/leg-hashes.projection.js';
import { createDataSource } from '#platform/database/data-source.js';
import { START } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context, event } from '#test/event-store/adapter.js';
import type { Projection } from '#platform/projections/projection.js';
import { playPayouts } from './payouts/payout-story.js';
import { PayoutWorld } from './payouts/payout-world.js';
import { Random } from '#platform/seeded-random.js';
import { playPurchases } from './purchases/purchase-story.js';
import { PurchaseWorld } from './purchases/purchase-world.js';

const SEEDS = howMany({ fast: 1, more: 2, full: 40 });
const seeds = Array.from({ length: SEEDS }, (_, index) => 7_000 + index);
const PAGED = [
  transactionsProjection,
  notificationsProjection,
  movementsProjection,
  legHashesProjection,
  signRequestsProjection,
  propertyProjection,
  historyProjection,
  purchaseProjection,
  loansProjection,
  timelineProjection,
  marketProjection,
];
/**
 * Page sizes that are compared with one event at a time (as they arrive while the log grows): several, all at once, and
 * mixed.
 */
const cutsOf = (seed: number): (() => number)[] => {
  const random = new Random(seed);
  return [() => 7, () => 1_000_000, () => 1 + random.below(12)];
};

let db: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  db = await freshDatabase();
  source = await createDataSource(db.url, [
    Property,
    LoanRow,
    MarketPerson,
    MarketPosition,
    MarketProperty,
  ]).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});

/** The rows of a read model after a log that was cut into pages of these sizes. */
async function rowsBy(size: () => number, { events: types, tables, apply }: Projection, store: MemoryEventStore) {
  await source.query(`truncate ${tables.map((table) => `read_models.${table}`).join(', ')}`);
  const { events } = await store.readAll(START, { limit: 1_000_000, filter: { types } });
  for (let [from, to] = [0, size()]; from < events.length; [from, to] = [to, to + size()])
    await source.transaction((tx) => apply(events.slice(from, to), tx));
  const rows = tables.map((table) => source.query(`select row_to_json(t)::text as row from read_models.${table} t`));
  return (await Promise.all(rows)).map((found: { row: string }[]) => found.map(({ row }) => row).sort());
}

/** @returns the rows of each table */
async function expectSame(projection: Projection, store: MemoryEventStore, seed: number): Promise<string[][]> {
  const eachAlone = await rowsBy(() => 1, projection, store);
  for (const cut of cutsOf(seed)) expect(await rowsBy(cut, projection, store)).toEqual(eachAlone);
  return eachAlone;
}

describe('a read model is the same however its events come in pages', () => {
  it.each(seeds)(
    'of purchases with crashes, lost answers and wilful phones, and of loans and payout runs: %d',
    async (seed) => {
      const [sale, loans] = [new PurchaseWorld(seed), new PayoutWorld(seed)];
      expect((await playPurchases(seed, undefined, sale)).broken).toBeNull();
      expect((await playPayouts(seed, undefined, loans)).broken).toBeNull();
      for (const projection of PAGED)
        // Purchases in the story of loans reserve nothing, which the marketplace's table refuses.
        for (const world of projection === propertyProjection ? [sale] : [sale, loans]) {
          const eachAlone = await expectSame(projection, world.store, seed);
          const fills = world === (projection === loansProjection ? loans : sale);
          if (fills) expect(eachAlone.flat().length).toBeGreaterThan(0);
        }
    },
    300_000,
  );

  it('where rows change again and again, in turns that no story takes', async () => {
    const store = new MemoryEventStore();
    for (const [n, [type, data]] of TURNS.entries()) {
      const { metadata } = context();
      const today = { metadata: { ...metadata, businessDate: `${2027 + n}-01-01` as const } };
      await store.append('turns', 'any', [event(data, type)], context(`turn-${n}`, today));
    }
    for (const projection of [legHashesProjection, propertyProjection, historyProjection, purchaseProjection])
      for (const seed of [1, 2, 3]) {
        const tables = await expectSame(projection, store, seed);
        for (const rows of tables) expect(rows.length).toBeGreaterThan(0);
      }
    for (const seed of [1, 2, 3]) await expectSame(loansProjection, store, seed);
  });
});

const [FIRST, SECOND, CONTRACT, REDEMPTION] = Array.from(
  { length: 4 },
  (_, n) => `00000000-0000-4000-8000-00000000000${n}`,
);
const listed = (propertyId: number) => ({
  propertyId,
  owner: 'rOwner',
  name: `House ${propertyId}`,
  address: 'Street 1',
  propertyType: 'apartment',
  monthlyRent: '900.50',
  fundingGoal: '1000',
  fundingPurpose: 'roof',
  tokenTermMonths: 12,
  monthlyRate: '0.01',
  tokenPrice: '10',
  tokenCount: 8,
  monthlyPayoutPerToken: '0.10',
  redemptionClause: 'at par',
});
const bought = (propertyId: number, wallet: string, tokens: number, paymentId = randomUUID()) => ({
  propertyId,
  wallet,
  tokens,
  paymentId,
  cost: '10.50',
  platformFee: '0',
  estimatedMonthlyReturn: '0.10',
  paymentHash: `P-${paymentId}`,
  issuanceHash: `I-${paymentId}`,
});
const attached = { documentId: CONTRACT, nameItem: 'item', bytes: 12, sha256: 'ab' };
const signed = (hash: string, paymentId: string | undefined, leg: string) => ({ hash, paymentId, leg });
const compared = { account: 'rAccount', fromLedger: 1, matched: 2, transactions: 2, findings: 1 };
/**
 * Unusual histories, such as a purchase after its holder's tokens were redeemed, or a sale that ends before it began.
 */
const TURNS: readonly (readonly [type: string, data: Record<string, unknown>])[] = [
  ['ListingCreated', listed(1)],
  ['ListingCreated', listed(2)],
  ['ContractAttached', { propertyId: 1, ...attached }],
  ['ListingHidden', { propertyId: 1 }],
  ['ListingFullyFunded', { propertyId: 2 }],
  ['TokensReserved', { propertyId: 1, tokens: 6 }],
  ['ReservationReleased', { propertyId: 1, tokens: 1 }],
  ['TokensPurchased', bought(1, 'rAnna', 3)],
  ['TokensRedeemed', { propertyId: 1, wallet: 'rAnna', tokens: 2, hash: 'BACK-1' }],
  ['TokensReserved', { propertyId: 2, tokens: 8 }],
  ['TokensPurchased', bought(1, 'rAnna', 1)],
  ['TokensPurchased', bought(2, 'rAnna', 8)],
  ['TokensRedeemed', { propertyId: 2, wallet: 'rBert', tokens: 0, hash: 'BACK-2' }],
  ['TokensRedeemed', { propertyId: 1, wallet: 'rAnna', tokens: 1, hash: 'BACK-3' }],
  ['ContractAttached', { propertyId: 2, ...attached }],
  ['ContractFileDestroyed', { propertyId: 2 }],
  ['ListingFullyFunded', { propertyId: 2 }],
  ['ListingClosing', { propertyId: 1 }],
  ['ListingShown', { propertyId: 1 }],
  ['SalePaused', { propertyId: 2, by: 'check' }],
  ['SalePaused', { propertyId: 2, by: 'admin' }],
  ['SaleResumed', { propertyId: 2, by: 'check' }],
  ['ListingClosed', { propertyId: 1, reason: 'owner' }],
  ['ListingClosed', { propertyId: 2, reason: 'fully-funded' }],
  ['TokensPurchased', bought(1, 'rAnna', 1)],
  ['ListingClosed', { propertyId: 1, reason: 'owner' }],
  ['LoanInArrears', { propertyId: 1, dueDate: '2026-12-01' as const, amount: '10.00' }],
  ['LedgerReconciled', { ...compared, toLedger: 9 }],
  ['LedgerReconciled', { ...compared, toLedger: 12 }],
  ['LogReconciled', { fromPosition: '0', toPosition: '5', settled: 1, matched: 1, findings: 0 }],
  ['LogReconciled', { fromPosition: '5', toPosition: '8', settled: 2, matched: 1, findings: 1 }],
  ['LegSigned', signed('ADOPTED', FIRST, 'recipient')],
  ['TokenRedemptionSubmitted', { redemptionId: REDEMPTION, hash: 'ADOPTED' }],
  ['LegSigned', signed('TWICE', FIRST, 'platform')],
  ['LegSigned', signed('TWICE', SECOND, 'recipient')],
];
