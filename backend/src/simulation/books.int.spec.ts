import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LedgerReconciled, PlatformAccountName } from '@tknest/contracts/events';
import { exactOf, exactText, microOf, parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { FULL, inFull } from '#test/support/how-much.js';
import { movementsProjection } from '#features/activity/read-models/movements/movements.projection.js';
import { recordFrom } from '#features/audit/books/books-at.js';
import { emptyBooks, type Books } from '#features/audit/books/books.js';
import { BOOK_EVENTS, type BookEvent } from '#features/audit/books/record.js';
import { compared } from '#features/audit/books/comparison.js';
import { PlatformAccountComparison } from '#features/reconciliation/comparisons/platform-account.comparison.js';
import { legHashesProjection } from '#features/reconciliation/read-models/leg-hashes/leg-hashes.projection.js';
import { paymentFold } from '#features/payments/rules.public.js';
import { journaledAmong, movedAmong } from '#features/reconciliation/readers.public.js';
import { createDataSource } from '#platform/database/data-source.js';
import { START, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Projection } from '#platform/projections/projection.js';
import { HOLDERS, SIGNERS as ESCROWS_SIGNERS } from './payouts/payout-cast.js';
import { playPayouts } from './payouts/payout-story.js';
import { PayoutWorld } from './payouts/payout-world.js';
import { playPurchases } from './purchases/purchase-story.js';
import { PurchaseWorld } from './purchases/purchase-world.js';
import { FIRST_LEDGER } from './sim-ledger.js';
import { RLUSD_ISSUER, type World } from './world.js';

const SEEDS = inFull(5, 40);
const seeds = Array.from({ length: SEEDS }, (_, index) => 9_100 + index);
const ACCOUNTS = ['issuer', 'feeWallet', 'payoutEscrow'] as const;
const addressOf = (name: PlatformAccountName) => ESCROWS_SIGNERS[name].classicAddress;
/** So late that whatever the log does not tell by now it never will. */
const MUCH_LATER = 2_000;

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
beforeEach(() => {
  const tables = [movementsProjection, legHashesProjection].flatMap((projection) => projection.tables);
  return source.query(`truncate ${tables.map((table) => `read_models.${table}`).join(', ')}`);
});

const eventsOf = async ({ store }: World<any, any>): Promise<RecordedEvent[]> =>
  (await store.readAll(START, { limit: 1_000_000 })).events;

async function apply(projection: Projection, events: readonly RecordedEvent[]): Promise<void> {
  const own = events.filter(({ type }) => projection.events.includes(type));
  if (own.length > 0) await source.transaction((tx) => projection.apply(own, tx));
}

const isBooked = ({ type }: RecordedEvent) => (BOOK_EVENTS as readonly string[]).includes(type);
async function fold(world: World<any, any>, events: readonly RecordedEvent[], books: Books): Promise<void> {
  for (const event of events) if (isBooked(event)) await recordFrom(world.store, books, event);
}

/** What each wallet paid and received, `wallet paid received`, for all that moved any. */
async function byMovements(): Promise<string[]> {
  const rows: { wallet: string; paid: string; received: string }[] = await source.query(
    `select wallet, coalesce(sum(amount) filter (where direction = 'out'), 0)::text as paid,
       coalesce(sum(amount) filter (where direction = 'in'), 0)::text as received
     from movements where settled_seq is not null and amount is not null and wallet <> '' group by wallet`,
  );
  const text = (amount: string) => exactText(exactOf(parseRlusd(amount)));
  return rows.map(({ wallet, paid, received }) => `${wallet} ${text(paid)} ${text(received)}`).sort();
}

function byBooks({ wallets }: Books, platform: ReadonlySet<string>): string[] {
  return [...wallets]
    .filter(([wallet, { paid, received }]) => !platform.has(wallet) && (paid !== 0n || received !== 0n))
    .map(([wallet, { paid, received }]) => `${wallet} ${exactText(paid)} ${exactText(received)}`)
    .sort();
}

/** The story's log, commit by commit: after each, the books of all wallets are their movements. */
async function expectBooksToBeMovements(world: World<any, any>): Promise<Books> {
  const platform = new Set(Object.values(world.signers).map(({ classicAddress }) => classicAddress));
  const books = emptyBooks();
  const events = await eventsOf(world);
  for (let from = 0; from < events.length;) {
    const { commandId } = events[from]!.metadata;
    let to = from + 1;
    while (events[to]?.metadata.commandId === commandId) to++;
    const commit = events.slice(from, to);
    await apply(movementsProjection, commit);
    await fold(world, commit, books);
    if (commit.some(isBooked)) expect(byBooks(books, platform)).toEqual(await byMovements());
    from = to;
  }
  return books;
}

/** What transactions of the simulated ledger brought to an account and took from it. */
async function onLedger(world: PayoutWorld, name: PlatformAccountName): Promise<{ received: bigint; paid: bigint }> {
  let [received, paid] = [0n, 0n];
  for await (const { meta } of world.ledger.history(addressOf(name), FIRST_LEDGER, world.ledger.index))
    for (const { ModifiedNode: node } of meta.AffectedNodes ?? []) {
      if (node.LedgerEntryType === 'AccountRoot') continue;
      const change =
        parseLedgerValue(node.FinalFields.Balance.value) - parseLedgerValue(node.PreviousFields.Balance.value);
      if (change > 0n) received += change;
      else paid -= change;
    }
  return { received, paid };
}

/** The product's own comparison of the platform's accounts with a log, and what it opens cases for. */
async function compare(world: PayoutWorld, books: Books): Promise<string[]> {
  const found: string[] = [];
  for (const name of ACCOUNTS) {
    const comparison = new PlatformAccountComparison(
      name,
      { address: async () => addressOf(name), gate: () => ({ shut: () => undefined }) } as never,
      {
        transactions: (account: string, from: number, to: number) => world.ledger.history(account, from, to),
        newest: async () => world.ledger.index + MUCH_LATER,
      } as never,
      {
        journaled: (hashes: string[]) => journaledAmong(hashes, source),
        moved: (hashes: string[], inEscrow: boolean) => movedAmong(hashes, inEscrow, source),
        feesBooked: async () => ({ to: world.ledger.index, pending: new Map<string, string>() }),
        payment: async (id: string) => ({ payment: (await load(world.store, paymentFold(id))).state }),
      } as never,
      {
        report: async ({ kind }: { kind: string }, { txHash }: { txHash: string }) => found.push(`${kind} ${txHash}`),
      } as never,
      null as never,
      new Set(),
    );
    const outcome = await comparison.compare(FIRST_LEDGER, world.ledger.index);
    const range = { account: name, fromLedger: FIRST_LEDGER, toLedger: world.ledger.index };
    compared(books, { ...range, ...outcome } as LedgerReconciled['data']);
  }
  return found;
}

const xrpCases = ({ strangers }: PayoutWorld) => [...strangers.keys()].map((hash) => `xrp-arrived ${hash}`).sort();
const unexplained = (books: Books) =>
  [...books.unexplained.values()].map(({ account, hash, moves }) => `${account} ${hash} ${moves[0]!.value}`).sort();
/** Received and paid, in whole micro-units: the simulated ledger has no smaller ones. */
const sumsOf = ({ wallets }: Books, name: PlatformAccountName) => {
  const { received = 0n, paid = 0n } = wallets.get(addressOf(name)) ?? {};
  return { received: microOf(received), paid: microOf(paid) };
};

describe('the auditor’s books (money 2)', () => {
  const kinds = new Set<string>();
  it.each(seeds)(
    'of each wallet are its movements at every position: purchases with lost answers and wilful phones, %d',
    async (seed) => {
      const world = new PurchaseWorld(seed);
      expect((await playPurchases(seed, undefined, world)).broken).toBeNull();
      const books = await expectBooksToBeMovements(world);
      for (const kind of books.moved.keys()) kinds.add(kind);
    },
    120_000,
  );

  it.each(seeds)(
    'of each wallet are its movements, and of each platform account the ledger: loans and payout runs, %d',
    async (seed) => {
      const world = new PayoutWorld(seed);
      expect((await playPayouts(seed, undefined, world)).broken).toBeNull();
      const books = await expectBooksToBeMovements(world);
      await apply(legHashesProjection, await eventsOf(world));
      // XRP of strangers has its case, and nothing else is found; it is back, so nothing is unexplained.
      expect((await compare(world, books)).sort()).toEqual(xrpCases(world));
      expect(unexplained(books)).toEqual([]);
      for (const kind of books.moved.keys()) kinds.add(kind);
      for (const name of ACCOUNTS) expect(sumsOf(books, name)).toEqual(await onLedger(world, name));
    },
    120_000,
  );

  it('and these stories move RLUSD in many ways', () => {
    const always = ['arrival', 'clawback', 'deposit', 'fee', 'purchase', 'rent_share', 'repayment'];
    expect([...kinds]).toEqual(expect.arrayContaining([...always, ...(FULL ? ['payout', 'run_fee'] : [])]));
  });

  it('name what the log does not have by account and hash, and add it to no sum', async () => {
    const world = new PayoutWorld(9_200);
    expect((await playPayouts(9_200, undefined, world)).broken).toBeNull();
    const before = emptyBooks();
    const events = await eventsOf(world);
    await fold(world, events, before);

    // Planted on the ledger: a stranger's payment, a partial one, and a clawback. Planted in the log: two holes.
    const [fees, stranger] = [addressOf('feeWallet'), HOLDERS[0]!];
    const strangers = world.ledger.move(stranger, fees, 7_000_000n);
    const partial = { Amount: { currency: 'RLUSD', issuer: RLUSD_ISSUER, value: '1000' }, Flags: 0x00020000 };
    const partially = world.ledger.move(stranger, fees, 250_000n, partial);
    const clawed = world.ledger.move(RLUSD_ISSUER, fees, 1_000_000n, { TransactionType: 'Clawback' });
    const paid = events.find(({ type, stream }) => type === 'PayoutSettled' && stream.startsWith('lines-'))!;
    const arrived = events.find(
      ({ type, data }) => type === 'EscrowPosted' && (data as BookEvent['data'] & { kind: string }).kind === 'arrival',
    )!;
    const left = events.filter((event) => event !== paid && event !== arrived);

    const books = emptyBooks();
    await fold(world, left, books);
    await apply(legHashesProjection, left);
    const holes = [paid, arrived].map(
      ({ data }) => data as unknown as { hash: string; amount: string; entries: { amount: string }[] },
    );
    const found = await compare(world, books);
    expect(unexplained(books)).toEqual(
      [
        `feeWallet ${strangers} 7`,
        `feeWallet ${partially} 0.25`,
        `feeWallet ${clawed} -1`,
        `payoutEscrow ${holes[0]!.hash} -${holes[0]!.amount}`,
        `payoutEscrow ${holes[1]!.hash} ${holes[1]!.entries[0]!.amount.slice(1)}`,
      ].sort(),
    );
    const others = found.filter((one) => !xrpCases(world).includes(one));
    expect(others.map((one) => one.split(' ')[1]).sort()).toEqual(
      [strangers, partially, clawed, ...holes.map(({ hash }) => hash)].sort(),
    );
    expect(sumsOf(books, 'feeWallet')).toEqual(sumsOf(before, 'feeWallet'));
    expect(before.unexplained.size).toBe(0);
  });
});
