import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { ringOf } from '#test/support/key-ring.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';
import { Refused } from '#platform/domain/refused.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { PostgresSnapshots } from '#platform/event-store/postgres/postgres-snapshots.js';
import { Snapshots } from '#platform/event-store/snapshots.js';
import { context } from '#test/event-store/adapter.js';
import { available, listingStream, loadListing } from '#features/listings/rules.public.js';
import { recipeOf } from './kinds/index.js';
import { payerFold } from './payer.decider.js';
import { startPayment } from './payment.decider.js';
import { paymentFold } from './payment.evolve.js';

const TOKENS = 100;
let database: TestDatabase;
/** Two instances of the platform on one database. */
let instances: { store: EventStore; end(): Promise<void> }[];

beforeAll(async () => {
  database = await freshDatabase();
  instances = [0, 1].map(() => {
    const pool = createPool(database.url, 10);
    const inner = new PostgresEventStore(pool);
    const snapshots = new Snapshots(new PostgresSnapshots(pool, ringOf(1)));
    return {
      store: new CataloguedEventStore(inner, EVENT_CATALOGUE, UPCASTERS, snapshots),
      end: async () => {
        await inner.close();
        await pool.end();
      },
    };
  });
});
afterAll(async () => {
  for (const instance of instances ?? []) await instance.end();
  await database?.drop();
});

function buy(store: EventStore, buyer: number) {
  const order = {
    paymentId: `7f3b6a52-0d3f-4f7e-9d43-${String(buyer).padStart(12, '0')}`,
    kind: 'property_purchase' as const,
    payer: `rBuyer${buyer}`,
    payee: 'rOwner',
    feeWallet: 'rFee',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 1,
    amount: 100_000_000n,
    feeBps: 250n,
    memo: null,
    refundOf: null,
    previousRefund: null,
    today: '2026-11-22' as const,
    now: new Date(),
    expiryMinutes: 10,
  };
  const streams = { payment: paymentFold(order.paymentId), payer: payerFold(order.payer) };
  return handleCommandAcross(
    store,
    { ...streams, ...recipeOf(order).streams(order) },
    (states) => startPayment(order, states) as never,
    context(),
  );
}

it('100 buyers at once for 100 tokens on two instances: every one of them gets one, and the next is told that none is left', async () => {
  const listed = {
    propertyId: 1,
    owner: 'rOwner',
    name: 'Sample Court',
    address: '12 Example Street',
    monthlyRent: '2500',
    fundingGoal: '10000',
    fundingPurpose: 'x',
    tokenTermMonths: 36,
    monthlyRate: '6.5',
    tokenPrice: '100',
    tokenCount: TOKENS,
    monthlyPayoutPerToken: '3',
    redemptionClause: 'x',
  };
  const [{ store }] = instances as [(typeof instances)[0]];
  await store.append(listingStream(1), 'none', [{ type: 'ListingCreated', data: listed }], context());
  const answers = await Promise.allSettled(
    Array.from({ length: TOKENS }, (_, buyer) => buy(instances[buyer % 2]!.store, buyer)),
  );
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(available(await loadListing(instances[1]!.store, 1))).toBe(0);
  await expect(buy(store, TOKENS)).rejects.toThrow(new Refused('conflict', 'Fully Funded: no tokens are left'));
});
