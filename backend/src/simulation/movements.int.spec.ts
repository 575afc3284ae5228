import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { howMany } from '#test/support/how-much.js';
import { movementsProjection } from '#features/activity/read-models/movements/movements.projection.js';
import { createDataSource } from '#platform/database/data-source.js';
import { START } from '#platform/event-store/event-store.js';
import type { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { SIGNERS } from './purchases/purchase-cast.js';
import { OWNERS, SIGNERS as ESCROWS_SIGNERS } from './payouts/payout-cast.js';
import { playPayouts } from './payouts/payout-story.js';
import { ESCROW_ADDRESS, FEE_ADDRESS, PayoutWorld } from './payouts/payout-world.js';
import type { Applied } from './sim-ledger.js';
import { playPurchases } from './purchases/purchase-story.js';
import { PurchaseWorld } from './purchases/purchase-world.js';

const SEEDS = howMany({ fast: 1, more: 3, full: 60 });
const PURSES = [ESCROW_ADDRESS, FEE_ADDRESS];
const seeds = Array.from({ length: SEEDS }, (_, index) => 9_001 + index);

let db: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  db = await freshDatabase();
  source = await createDataSource(db.url).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});
beforeEach(() =>
  source.query(`truncate ${movementsProjection.tables.map((table) => `read_models.${table}`).join(', ')}`),
);

/** Folds the story's log in pages of a given size. */
async function fold(store: MemoryEventStore, page: number): Promise<void> {
  const projection: Projection = movementsProjection;
  for (let after = START, end = false; !end;) {
    const read = await store.readAll(after, { limit: page });
    const events = read.events.filter(({ type }) => projection.events.includes(type));
    await source.transaction((tx) => projection.apply(events, tx));
    [after, end] = [read.next, read.end];
  }
}

/** The movements in the read model: `hash wallet amount`, negative if the wallet sent it. */
async function told(): Promise<string[]> {
  const rows: { tx_hash: string; wallet: string; direction: string; amount: string }[] = await source.query(
    'select tx_hash, wallet, direction, amount from movements where settled_seq is not null and amount is not null',
  );
  return rows
    .map(({ tx_hash, wallet, direction, amount }) => {
      const decimal = toDecimal(parseRlusd(amount));
      return `${tx_hash} ${wallet} ${direction === 'in' ? decimal : `-${decimal}`}`;
    })
    .sort();
}

/** The movements that platform payments caused on the ledger, for all accounts except the platform's own. */
function onLedger(applied: Iterable<Applied>, platform: ReadonlySet<string>): string[] {
  const moved: string[] = [];
  for (const { hash, result, transaction } of applied) {
    const { Account: from, Destination: to, Amount: amount } = transaction;
    if (result !== 'tesSUCCESS' || transaction.TransactionType !== 'Payment' || amount.currency !== CURRENCY.rlusd)
      continue;
    const decimal = toDecimal(parseRlusd(amount.value));
    if (!platform.has(from)) moved.push(`${hash} ${from} -${decimal}`);
    if (!platform.has(to)) moved.push(`${hash} ${to} ${decimal}`);
  }
  return moved.sort();
}

const addressesOf = (signers: Record<string, { classicAddress: string }>) =>
  new Set(Object.values(signers).map(({ classicAddress }) => classicAddress));

describe('every movement of a wallet is one of the ledger, and none is left out (money 2)', () => {
  it.each(seeds)(
    'in a story of purchases with crashes, lost answers and wilful phones: %d',
    async (seed) => {
      const world = new PurchaseWorld(seed);
      expect((await playPurchases(seed, undefined, world)).broken).toBeNull();
      await fold(world.store, 100);
      const asked = [...world.ledger.applied.values()].filter(({ hash }) => world.hashes.has(hash));
      expect(asked.length).toBeGreaterThan(0);
      expect(await told()).toEqual(onLedger(asked, addressesOf(SIGNERS)));
    },
    120_000,
  );

  let rentShares = 0;
  it.each(seeds)(
    'in a story of loans, payout runs and vanishing lines: %d',
    async (seed) => {
      const world = new PayoutWorld(seed);
      expect((await playPayouts(seed, undefined, world)).broken).toBeNull();
      await fold(world.store, 100);
      // Paid by runs; what the story moves by itself has no amount in its transaction.
      const paid = [...world.ledger.applied.values()].filter(
        ({ transaction: { Account, Amount } }) => PURSES.includes(Account) && Amount,
      );
      expect(paid.length).toBeGreaterThan(0);
      const runs = new Set(paid.map(({ hash }) => hash));
      const rows = (await told()).filter((row) => !row.includes(' -'));
      const byRun = (row: string) => runs.has(row.split(' ')[0]!);
      expect(rows.filter(byRun)).toEqual(onLedger(paid, addressesOf(ESCROWS_SIGNERS)));
      // The rest was paid by a landlord to the only holder, by a buyer, or is a fee that was sent back.
      for (const row of rows.filter((one) => !byRun(one))) {
        const [hash, wallet] = row.split(' ') as [string, string];
        const { Account, Destination } = world.ledger.applied.get(hash)!.transaction;
        const from = [...OWNERS, ...world.holders, FEE_ADDRESS].includes(Account);
        expect({ from, to: Destination }).toEqual({ from: true, to: wallet });
      }
      rentShares += await expectPartsToHold();
      const whole = await source.query('select * from movements order by id');
      await source.query(
        'truncate movements, movement_runs, movement_properties, movement_accounts, movement_holdings',
      );
      await fold(world.store, 7);
      expect(await source.query('select * from movements order by id')).toEqual(whole);
    },
    120_000,
  );

  it('and these stories have rent shares, some of them none', () => expect(rentShares).toBeGreaterThan(SEEDS));

  /**
   * Each rent share is the sum of its parts, and the parts of a run add up to the run. @returns the number of rent
   * shares
   */
  async function expectPartsToHold(): Promise<number> {
    const [{ shares, wrong, runs }] = await source.query(`
      select count(*)::int as shares,
             count(*) filter (where amount is distinct from interest + principal - fee)::int as wrong,
             (select count(*)::int from movement_runs r where type = 'rent_share' and listed = lines and
                (select (sum(interest), sum(principal), sum(fee)) from movements m where m.run_id = r.run_id)
                  is distinct from (select (r.interest, r.principal, r.fee))) as runs
      from movements where type = 'rent_share'`);
    expect({ wrong, runs }).toEqual({ wrong: 0, runs: 0 });
    return shares;
  }
});
