import { describe, expect, it } from '@jest/globals';
import { exactText, parseExact } from '@tknest/contracts/money';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { START, type NewEvent, type Position } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context, readWhole } from '#test/event-store/adapter.js';
import { SMALL_ARRIVALS } from '#features/payouts/rules.public.js';
import { BooksAt, recordFrom } from './books-at.js';
import { emptyBooks, type Books } from './books.js';

const OWNER = 'rOwner';
const FEES = 'rFees';
const ESCROW = 'rEscrow';
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

const rlusd = (amount: string) => parseExact(amount);
const paidFor = ({ moved }: Books) => moved.get('purchase')?.amount ?? 0n;
const feesOf = ({ moved }: Books) => moved.get('fee')?.amount ?? 0n;

async function foldedFromStart(store: MemoryEventStore, position: Position): Promise<Books> {
  const books = emptyBooks();
  for (const event of await readWhole(store)) if (event.position <= position) await recordFrom(store, books, event);
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

  it('hold no payment that is over, and count late what was not counted (memory stays bounded)', async () => {
    const made = (end: Purchase['end']): Purchase => ({ buyer: 'rA', tokens: 2, end });
    const store = await written([made('completed'), made('cancelled'), made('fee unpaid'), made('open')]);
    const books = await foldedFromStart(store, '9'.repeat(20));
    expect([...books.payments.keys()]).toEqual(['p2', 'p3']);
    const late = { type: 'LatePrincipalFound', data: { paymentId: 'p1', hash: 'L', ledgerIndex: 1, delivered: '200' } };
    await store.append('payment-p1', 'any', [late], context());
    const then = await foldedFromStart(store, '9'.repeat(20));
    expect(paidFor(then) - paidFor(books)).toBe(rlusd('200'));
    expect([...then.payments.keys()]).toEqual(['p2', 'p3']);
  });

  it('balance: what is paid is received, what is sold is held and issued', async () => {
    await fc.assert(
      fc.asyncProperty(purchases, async (made) => {
        const books = await foldedFromStart(await written(made), '9'.repeat(20));
        const wallets = [...books.wallets.values()];
        const sum = (of: (wallet: { paid: bigint; received: bigint }) => bigint) =>
          wallets.reduce((total, wallet) => total + of(wallet), 0n);
        expect(sum(({ paid }) => paid)).toBe(sum(({ received }) => received));
        expect(sum(({ paid }) => paid)).toBe(paidFor(books) + feesOf(books));
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

  it('count a fee that was paid twice and sent back, although its payment was forgotten', async () => {
    const store = await written([{ buyer: 'rA', tokens: 2, end: 'completed' }]);
    const again = { paymentId: 'p0', hash: 'AGAIN', ledgerIndex: 9, delivered: '5' };
    const back = { paymentId: 'p0', leg: 'fee-refund', attempt: 1, hash: 'BACK', ledgerIndex: 9, delivered: '5' };
    const late = [
      { type: 'ExtraFeeFound', data: again },
      { type: 'LegValidated', data: back },
      { type: 'ExtraPrincipalFound', data: { ...again, hash: 'TWICE', delivered: '200' } },
    ];
    await store.append('payment-p0', 'any', late, context());
    const books = await foldedFromStart(store, '9'.repeat(20));
    const shown = [...books.moved].map(([kind, { amount }]) => `${kind} ${exactText(amount)}`);
    expect(shown.sort()).toEqual(['fee 10', 'fee_refund 5', 'purchase 400']);
    expect(books.wallets.get('rA')).toMatchObject({ paid: rlusd('410'), received: rlusd('5'), tokens: 2 });
    expect(books.wallets.get(FEES)).toMatchObject({ paid: rlusd('5'), received: rlusd('10') });
    expect(books.payments.size).toBe(0);
  });

  describe('of the payout escrow', () => {
    const account = (name: string, address: string): NewEvent => ({
      type: 'PlatformAccountMade',
      data: { name, address, seedItem: 's' },
    });
    const arrived = (hash: string, amount: string, account: string, dust = '0'): NewEvent => ({
      type: 'EscrowPosted',
      data: {
        postingId: `arrival/${hash}`,
        kind: 'arrival',
        entries: [
          { account: 'ledger', amount: `-${exactText(rlusd(amount) + rlusd(dust))}` },
          { account, amount },
          ...(dust === '0' ? [] : [{ account: 'dust', amount: dust }]),
        ],
        hash,
        ledgerIndex: 5,
        note: null,
      },
    });
    const started = (paymentId: string, kind: string): NewEvent => ({
      type: 'PaymentStarted',
      data: { paymentId, kind, payer: OWNER, payee: ESCROW, feeWallet: FEES, amount: '100', platformFee: '0' },
    });
    const validated = (paymentId: string, hash: string, delivered = '100'): NewEvent => ({
      type: 'LegValidated',
      data: { paymentId, leg: 'recipient', attempt: 1, hash, ledgerIndex: 5, result: 'tesSUCCESS', delivered },
    });
    const booksOf = async (...events: NewEvent[]) => {
      const store = await written([]);
      const accounts = [account('payoutEscrow', ESCROW), account('feeWallet', FEES)];
      await store.append('escrow', 'any', [...accounts, ...events], context());
      return foldedFromStart(store, '9'.repeat(20));
    };
    const of = ({ wallets }: Books, wallet: string) => {
      const { paid, received } = wallets.get(wallet) ?? { paid: 0n, received: 0n };
      return [exactText(paid), exactText(received)];
    };
    const totals = ({ moved }: Books) =>
      [...moved].flatMap(([kind, { transactions, amount }]) =>
        transactions === 0 ? [] : [`${kind} ${transactions} ${exactText(amount)}`],
      );

    it('count a deposit once, whether the escrow or the payment is recorded first', async () => {
      const told = [validated('d', 'D'), arrived('D', '100', 'deposit/1')];
      for (const events of [told, [...told].reverse()]) {
        const books = await booksOf(started('d', 'deposit'), ...events);
        expect([of(books, OWNER), of(books, ESCROW)]).toEqual([
          ['100', '0'],
          ['0', '100'],
        ]);
        expect(totals(books)).toEqual(['deposit 1 100']);
        expect(books.awaited.size).toBe(0);
      }
    });
    it('count what was delivered, not what was asked for', async () => {
      const books = await booksOf(started('d', 'deposit'), validated('d', 'D', '40'), arrived('D', '40', 'deposit/1'));
      expect([of(books, OWNER), of(books, ESCROW), totals(books)]).toEqual([
        ['40', '0'],
        ['0', '40'],
        ['deposit 1 40'],
      ]);
    });
    it('hold fractions beyond six decimals, and name the sender of what is in suspense', async () => {
      const opened = { caseId: 'c', kind: 'escrow-suspense', wallet: 'rStranger', txHash: 'S' };
      const books = await booksOf(arrived('S', '7', 'suspense/S', '0.0000005'), { type: 'CaseOpened', data: opened });
      expect([of(books, 'rStranger'), of(books, ESCROW)]).toEqual([
        ['7', '0'],
        ['0', '7.0000005'],
      ]);
      expect(totals(books)).toEqual(['arrival 1 7.0000005']);
    });
    it('remember no small arrival, which is nobody’s (memory stays bounded)', async () => {
      const account = `suspense/${SMALL_ARRIVALS}`;
      const books = await booksOf(...['A', 'B', 'C'].map((hash) => arrived(hash, '0.1', account)));
      expect([of(books, ESCROW), totals(books)]).toEqual([['0', '0.3'], ['arrival 3 0.3']]);
      expect(books.arrivals.size).toBe(0);
    });
    it('pay rent shares, fees and withdrawals, but not the line that a landlord paid directly', async () => {
      const paid = (type: string, data: object): NewEvent => ({ type, data: { hash: 'H', ledgerIndex: 6, ...data } });
      const store = await written([]);
      await store.append('account', 'any', [account('payoutEscrow', ESCROW), account('feeWallet', FEES)], context());
      await store.append(
        'lines-due-1-0',
        'any',
        [
          { type: 'PayoutRunCreated', data: { runId: 'out', source: 'withdrawal' } },
          paid('PayoutSettled', { payoutId: 'due-1', wallet: 'rA', amount: '60' }),
          paid('UnclaimedPaid', { runId: 'due-1', wallet: 'rB', amount: '30' }),
          paid('PayoutFeePaid', { runId: 'due-1', wallet: FEES, amount: '2.5' }),
          paid('PayoutSettled', { payoutId: 'out', wallet: OWNER, amount: '5' }),
        ],
        context(),
      );
      const direct = paid('PayoutSettled', { payoutId: 'payback-p', wallet: 'rA', amount: '60' });
      await store.append('payout-payback-p', 'any', [direct], context());
      const books = await foldedFromStart(store, '9'.repeat(20));
      expect(totals(books)).toEqual(['rent_share 2 90', 'run_fee 1 2.5', 'withdrawal 1 5']);
      expect([of(books, ESCROW), of(books, 'rA'), of(books, FEES)]).toEqual([
        ['97.5', '0'],
        ['0', '60'],
        ['0', '2.5'],
      ]);
    });
    it('name what nothing explains, add it to no sum, and take it back once an event tells it', async () => {
      const moves = [{ currency: 'RLUSD', counterparty: 'rIssuer', value: '7' }];
      const reconciled = (toLedger: number, ...hashes: string[]): NewEvent => {
        const unexplained = hashes.map((hash) => ({ hash, ledgerIndex: 5, moves }));
        return { type: 'LedgerReconciled', data: { account: 'feeWallet', toLedger, unexplained } };
      };
      const books = await booksOf(reconciled(10, 'STRANGERS', 'LATE'));
      expect([...books.unexplained.values()].map(({ account, hash }) => `${account} ${hash}`)).toEqual([
        'feeWallet STRANGERS',
        'feeWallet LATE',
      ]);
      expect([of(books, FEES), totals(books)]).toEqual([['0', '0'], []]);
      const late = { runId: 'r', wallet: FEES, amount: '7', hash: 'LATE', ledgerIndex: 5 };
      const later = await booksOf(reconciled(10, 'STRANGERS', 'LATE'), { type: 'PayoutFeePaid', data: late });
      expect([...later.unexplained.values()].map(({ hash }) => hash)).toEqual(['STRANGERS']);
      expect(later.comparedTo.get('feeWallet')).toBe(10);
      const back = {
        returnId: 'feeWallet~LATE',
        account: 'feeWallet',
        arrival: 'LATE',
        wallet: 'rX',
        drops: '7',
      } as const;
      const returned: NewEvent = { type: 'XrpReturned', data: { ...back, hash: 'BACK', ledgerIndex: 9 } };
      expect([...(await booksOf(reconciled(10, 'LATE'), returned)).unexplained]).toEqual([]);
    });
  });
});
