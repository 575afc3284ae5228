import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, UPCASTERS, type LoanEvent } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { Snapshots } from '#platform/event-store/snapshots.js';
import { context } from '#test/event-store/adapter.js';
import { balanceOf, bookArrival, emptyEscrow, escrowFold } from '#features/payouts/rules.public.js';
import { openedLoan, openLoan } from '../account/loan.decider.js';
import { loanFold, loanStream, noLoan } from '../account/loan.state.js';
import { beginRepayment } from '../account/repayment.decider.js';
import { notCollected } from '../collection/collection.decider.js';
import { collectAll, onDay, workThrough } from './day.js';

let database: TestDatabase;
/** Two instances of the platform on one database. */
let instances: { store: EventStore; end(): Promise<void> }[];
const PROPERTIES = 6;
const CENTS = 10_000n;

beforeAll(async () => {
  database = await freshDatabase();
  instances = [0, 1].map(() => {
    const pool = createPool(database.url, 10);
    const inner = new PostgresEventStore(pool);
    return {
      store: new CataloguedEventStore(inner, EVENT_CATALOGUE, UPCASTERS, new Snapshots()),
      end: async () => {
        await inner.close();
        await pool.end();
      },
    };
  });
  for (let id = 1; id <= PROPERTIES; id++) await begin(id);
});
afterAll(async () => {
  for (const instance of instances ?? []) await instance.end();
  await database?.drop();
});

/** A loan of 10,000 with autopay and 1,000 in its deposit. */
async function begin(propertyId: number): Promise<void> {
  const [{ store }] = instances as [(typeof instances)[0]];
  const property = {
    propertyId,
    name: 'Sample Court',
    owner: `rOwner${propertyId}`,
    sold: 100,
    tokenPrice: 10_000n * CENTS,
    annualRate: '6.5',
    termMonths: 12,
  };
  await store.append(loanStream(propertyId), 'none', openLoan(property, notCollected, '2027-01-15', noLoan), context());
  const autopay = { type: 'AutopaySet', data: { propertyId, enabled: true, date: '2027-01-15' as const } };
  await store.append(`collection-${propertyId}`, 'none', [autopay], context());
  const arrival = { hash: `IN${propertyId}`, ledgerIndex: 1, delivered: '1000', note: 'x' };
  const account = `deposit/${propertyId}` as const;
  const booked = bookArrival(arrival, [{ account, amount: 100_000n * CENTS }], emptyEscrow);
  await store.append('escrow-books', 'any', [booked], context());
}

const typesOf = async (stream: string) => {
  const types: string[] = [];
  for await (const { type } of instances[0]!.store.read(stream)) types.push(type);
  return types;
};
const ids = Array.from({ length: PROPERTIES }, (_, index) => index + 1);

it('two instances at midnight: one run of each due date, whole, and the day worked through again adds nothing', async () => {
  const day = '2027-02-16';
  const midnight = () =>
    Promise.all(
      instances.flatMap(({ store }) => ids.map((propertyId) => workThrough({ store }, propertyId, day, () => '42'))),
    );
  await midnight();
  await midnight();
  const { state: escrow } = await load(instances[1]!.store, escrowFold);
  for (const propertyId of ids) {
    expect(await typesOf(`payout-due-${propertyId}-2027-02-15`)).toEqual(['PayoutRunCreated']);
    expect((await typesOf(loanStream(propertyId))).filter((type) => type !== 'LoanOpened')).toEqual([
      'InstalmentFellDue',
      'RepaymentReceived',
      'RepaymentAllocated',
    ]);
    expect(await typesOf(`notifications-${propertyId}`)).toEqual([]);
    expect(balanceOf(escrow, `deposit/${propertyId}`)).toBe(137_040_000_000_000_000n);
    expect(balanceOf(escrow, `run/due-${propertyId}-2027-02-15`)).toBe(862_960_000_000_000_000n);
  }
  expect([...escrow.balances.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
});

it('a repayment and a collection of one moment: whichever is first, the due date is paid once', async () => {
  const today = '2027-03-15';
  await Promise.all(
    ids.map(async (propertyId) => {
      const top = { hash: `TOP${propertyId}`, ledgerIndex: 2, delivered: '1000', note: 'x' };
      const account = `deposit/${propertyId}` as const;
      const booked = bookArrival(top, [{ account, amount: 100_000n * CENTS }], emptyEscrow);
      await instances[0]!.store.append('escrow-books', 'any', [booked], context());
    }),
  );
  const repay = async (store: EventStore, propertyId: number) => {
    const { state, revision } = await load(store, loanFold(propertyId));
    const order = { paymentId: 'p', amount: 86_296n * CENTS, to: 'escrow', today } as const;
    const events = beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, state);
    // Another instance was faster: this one stops, and the payment is decided there.
    await store.append(loanStream(propertyId), revision, events, context()).catch(() => undefined);
  };
  await Promise.all(
    ids.flatMap((propertyId) => [
      repay(instances[0]!.store, propertyId),
      collectAll(
        instances[1]!,
        propertyId,
        today,
        () => null,
        (dueDate) => onDay(today, propertyId, `test/${dueDate}`),
      ),
    ]),
  );
  for (const propertyId of ids) {
    const { underWay } = openedLoan((await load(instances[0]!.store, loanFold(propertyId))).state);
    const collected = (await typesOf(`payout-due-${propertyId}-2027-03-15`)).length;
    expect(collected + underWay.size).toBeGreaterThanOrEqual(1);
    // A repayment that began first made the collection wait; one that began afterwards found nothing due.
    if (underWay.size > 0 && collected > 0) {
      const types = (await typesOf(loanStream(propertyId))) as LoanEvent['type'][];
      expect(types.lastIndexOf('RepaymentReceived')).toBeLessThan(types.lastIndexOf('RepaymentBegun'));
    }
  }
});
