import { describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@tknest/contracts/events';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { START, type NewEvent, type Position } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context, readWhole } from '#test/event-store/adapter.js';
import { BooksAt } from './books-at.js';
import { emptyBooks, record, type Books } from './books.js';

const OWNER = 'rOwner';
const FEES = 'rFees';
const PRICE = 100;

/** The events of a purchase, with the given ending. */
interface Purchase {
  buyer: string;
  tokens: number;
  end: 'completed' | 'cancelled' | 'fee unpaid' | 'open';
}

function factsOf({ buyer, tokens, end }: Purchase, index: number): NewEvent[] {
  const paymentId = `p${index}`;
  const fact = (type: string, data: object): NewEvent => ({ type, data: { paymentId, propertyId: 1, ...data } });
  const leg = (leg: string) =>
    fact('LegValidated', {
      leg,
      attempt: 1,
      hash: `${paymentId}${leg}`,
      ledgerIndex: 1,
      result: 'tesSUCCESS',
      delivered: null,
    });
  const started = fact('PaymentStarted', {
    kind: 'property_purchase',
    payer: buyer,
    payee: OWNER,
    feeWallet: FEES,
    amount: String(tokens * PRICE),
    platformFee: String(tokens * 2.5),
    tokens,
  });
  const reserved = fact('TokensReserved', { wallet: buyer, tokens });
  if (end === 'open') return [started, reserved];
  if (end === 'cancelled')
    return [
      started,
      reserved,
      fact('PaymentCancelled', { by: 'payer' }),
      fact('ReservationReleased', { tokens, reason: 'cancelled' }),
    ];
  return [
    started,
    reserved,
    leg('recipient'),
    ...(end === 'completed' ? [leg('platform')] : []),
    leg('issuance'),
    fact('TokensPurchased', { wallet: buyer, tokens }),
    fact('PaymentCompleted', {}),
  ];
}

const purchases = fc.array(
  fc.record({
    buyer: fc.constantFrom('rA', 'rB', 'rC'),
    tokens: fc.integer({ min: 1, max: 9 }),
    end: fc.constantFrom<Purchase['end']>('completed', 'cancelled', 'fee unpaid', 'open'),
  }),
  { maxLength: 15 },
);

async function written(made: readonly Purchase[]): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  await store.append(
    'listing-1',
    'none',
    [{ type: 'ListingCreated', data: { propertyId: 1, name: 'House', owner: OWNER, tokenCount: 500 } }],
    context(),
  );
  // Events that the books ignore, between those that they fold.
  await store.append('wallet-rA', 'none', [{ type: 'WalletSignedIn', data: {} }], context());
  for (const [index, purchase] of made.entries())
    await store.append(`payment-p${index}`, 'none', factsOf(purchase, index), context());
  return store;
}

async function foldedFromStart(store: MemoryEventStore, position: Position): Promise<Books> {
  const books = emptyBooks();
  for (const event of await readWhole(store))
    if (event.position <= position) record(books, event as unknown as DomainEvent);
  return books;
}

describe('the books as of a position', () => {
  it('are what the facts up to it say, in whatever order moments are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        purchases,
        fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 6 }),
        async (made, moments) => {
          const store = await written(made);
          const at = new BooksAt(store, null as unknown as DataSource);
          const positions = moments.map((moment) => String(moment).padStart(START.length, '0'));
          const seen = await Promise.all(
            positions.map((position) => at.at(position, (books) => structuredClone(books))),
          );
          for (const [index, position] of positions.entries())
            expect(seen[index]).toEqual(await foldedFromStart(store, position));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('hold what is owed and repaid of a loan', async () => {
    const store = await written([]);
    const loan = (type: string, data: object): NewEvent => ({ type, data: { propertyId: 1, ...data } });
    const opened = loan('LoanOpened', { principal: '1000' });
    const repaid = loan('RepaymentAllocated', { interest: '5.42', principal: '80.88', balance: '919.12' });
    await store.append('loan-1', 'none', [opened, repaid], context());
    const loanOf = async () => (await foldedFromStart(store, '9'.repeat(20))).properties.get(1)!.loan;
    expect(await loanOf()).toEqual({
      principal: 1_000_000_000n,
      balance: 919_120_000n,
      repaid: 86_300_000n,
      status: 'open',
    });
    await store.append('loan-1', 1, [loan('LoanPaidOff', {})], context());
    expect((await loanOf())!.status).toBe('paid_off');
  });

  it('hold no payment that is over and counted whole, and count late what was not (memory stays bounded)', async () => {
    const made = (end: Purchase['end']): Purchase => ({ buyer: 'rA', tokens: 2, end });
    const store = await written([made('completed'), made('cancelled'), made('fee unpaid'), made('open')]);
    const books = await foldedFromStart(store, '9'.repeat(20));
    expect([...books.payments.keys()]).toEqual(['p1', 'p2', 'p3']);
    const late = { type: 'LatePrincipalFound', data: { paymentId: 'p1', propertyId: 1 } };
    await store.append('late', 'any', [late], context());
    expect((await foldedFromStart(store, '9'.repeat(20))).principal - books.principal).toBe(200_000_000n);
  });

  it('balance: what is paid is received, what is sold is held and issued', async () => {
    await fc.assert(
      fc.asyncProperty(purchases, async (made) => {
        const books = await foldedFromStart(await written(made), '9'.repeat(20));
        const wallets = [...books.wallets.values()];
        const sum = (of: (wallet: { paid: bigint; received: bigint }) => bigint) =>
          wallets.reduce((total, wallet) => total + of(wallet), 0n);
        expect(sum(({ paid }) => paid)).toBe(sum(({ received }) => received));
        expect(sum(({ paid }) => paid)).toBe(books.principal + books.fees);
        const [property] = books.properties.values();
        expect(wallets.reduce((total, { tokens }) => total + tokens, 0)).toBe(property!.tokensSold);
        expect(books.tokensIssued).toBe(property!.tokensSold);
        expect(property!.tokensReserved).toBe(
          made.filter(({ end }) => end === 'open').reduce((total, { tokens }) => total + tokens, 0),
        );
        expect(books.open.size).toBe(made.filter(({ end }) => end === 'open').length);
      }),
      { numRuns: 60 },
    );
  });
});
