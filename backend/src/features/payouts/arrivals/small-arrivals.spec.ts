import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { exactOf, parseRlusd } from '@tknest/contracts/money';
import { handleCommand, load } from '#platform/event-store/decider.js';
import { START } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { caseFold, resolveCase } from '#features/operations-cases/rules.public.js';
import { markOf } from '#features/payments/payment-mark.js';
import { balanceOf, bookArrival, escrowFold } from '../escrow/escrow.decider.js';
import { releaseSuspense } from '../escrow/suspense.decider.js';
import { noRun, runFold } from '../runs/run.state.js';
import { FewLines, ISSUER as RLUSD_ISSUER } from '#test/support/few-lines.js';
import { openedPayment, startedPayment } from '#test/support/started-payment.js';
import { Arrivals } from './arrivals.js';
import { escrowFollower, type EscrowPorts } from './escrow-follower.js';
import { preparedAs } from './journaled.js';

const ESCROW = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const ISSUER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const RLUSD = '524C555344000000000000000000000000000000';
const SEAL = (text: string) => createHmac('sha256', 'key').update(text).digest('hex');

/** Somebody sends RLUSD to the escrow without a stated purpose. */
function arrival(number: number, before: string, after: string, ledgerIndex: number): LedgerTransaction {
  const limits = {
    LowLimit: { currency: RLUSD, issuer: ESCROW, value: '1000000' },
    HighLimit: { currency: RLUSD, issuer: ISSUER, value: '0' },
  };
  const balance = (value: string) => ({ currency: RLUSD, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value });
  const node = {
    LedgerEntryType: 'RippleState',
    LedgerIndex: 'X',
    FinalFields: { Balance: balance(after), ...limits },
    PreviousFields: { Balance: balance(before) },
  };
  const meta = { AffectedNodes: [{ ModifiedNode: node }] };
  const tx = { Account: 'rStranger', Destination: ESCROW, TransactionType: 'Payment' };
  return { hash: `H${number}`, ledgerIndex, result: 'tesSUCCESS', tx, meta, delivered: null };
}

/** The ledger of the escrow, with these transactions. */
const ledgerWith = (shown: () => readonly LedgerTransaction[], validated = () => 104) => ({
  validatedIndex: async () => validated(),
  holds: async () => true,
  async *history() {
    yield* shown();
  },
});
/** What is the same in every program here. */
const PORTS = {
  accounts: { address: async () => ESCROW },
  settings: { rlusdIssuer: ISSUER },
  journaled: async () => new Set(),
  paysEscrow: async () => false,
  preparedAs: async () => null,
  blocked: async () => new Set(),
  firstLedger: async () => 100,
};
const following = (ports: EscrowPorts) => new Arrivals(ports, escrowFollower(ports));

/** Of a program that knows neither payments nor loans. */
const portsOf = (store: MemoryEventStore, ledger: object, others: object = {}) =>
  ({
    ...PORTS,
    store,
    turns: {},
    ledger,
    ownerOf: async () => null,
    runningLoans: async () => [],
    isAdmin: () => false,
    businessDate: async () => '2027-01-15',
    ...others,
  }) as unknown as EscrowPorts;

it('however many small arrivals are sent to the escrow, they lie together and open one case, until it is resolved', async () => {
  const store = new MemoryEventStore();
  let [validated, arrived] = [103, [] as LedgerTransaction[]];
  const arrivals = following(
    portsOf(
      store,
      ledgerWith(
        () => arrived,
        () => validated,
      ),
    ),
  );
  const openCases = async () => {
    const { events } = await store.readAll(START, { limit: 1_000, filter: { types: ['CaseOpened'] } });
    return events.map(({ data }) => data.caseId);
  };
  const send = async (count: number) => {
    const from = arrived.length;
    arrived = Array.from({ length: count }, (_, index) =>
      arrival(from + index, `${(from + index) / 10}`, `${(from + index + 1) / 10}`, validated - 2),
    );
    await arrivals.follow();
    validated += 3;
  };
  await send(100);
  expect(await openCases()).toEqual(['escrow-suspense-small-arrivals~1']);
  const { state: books } = await load(store, escrowFold);
  expect([...books.balances.keys()].sort()).toEqual(['ledger', 'suspense/small-arrivals']);
  expect(balanceOf(books, 'suspense/small-arrivals')).toBe(exactOf(parseRlusd(10)));
  // Somebody decides to keep them; the next small arrival opens the next case.
  const caseId = 'escrow-suspense-small-arrivals~1';
  const kept = { resolution: 'kept', note: 'x' } as const;
  await handleCommand(store, caseFold(caseId), (state) => resolveCase(caseId, kept, state), context());
  const release = {
    hash: 'small-arrivals',
    releaseId: 'small-arrivals~1',
    runId: 'return-small-arrivals~1',
    wallet: null,
    propertyId: null,
    today: '2027-01-15' as const,
    amount: parseRlusd(10),
  };
  const states = { run: noRun, escrow: books };
  expect(releaseSuspense({ ...release, resolution: 'refunded' }, states)).toEqual({});
  expect(releaseSuspense({ ...release, resolution: 'kept' }, states).escrow).toMatchObject([
    {
      data: {
        postingId: 'released/small-arrivals~1',
        entries: [{ account: 'suspense/small-arrivals' }, { account: 'float' }],
      },
    },
  ]);
  await send(1);
  expect(await openCases()).toEqual(['escrow-suspense-small-arrivals~1', 'escrow-suspense-small-arrivals~2']);
  // Only the sender of money with a case of its own is recorded: it may go back.
  arrived = [arrival(999, '20', '120', validated - 2)];
  await arrivals.follow();
  expect([...(await load(store, escrowFold)).state.senders]).toEqual([['H999', 'rStranger']]);
});

it('a partial payment counts as what it delivered, whatever it promised', async () => {
  const store = new MemoryEventStore();
  const sent = arrival(1, '0', '3', 101);
  Object.assign(sent.tx, { Amount: { currency: RLUSD, issuer: ISSUER, value: '1000000000' }, Flags: 0x00020000 });
  await following(
    portsOf(
      store,
      ledgerWith(() => [sent]),
    ),
  ).follow();
  const { state: books } = await load(store, escrowFold);
  expect(balanceOf(books, `suspense/${sent.hash}`)).toBe(exactOf(parseRlusd(3)));
  const { events } = await store.readAll(START, { limit: 10, filter: { types: ['CaseOpened'] } });
  expect(JSON.stringify(events)).not.toContain('1000000000');
});

it('the sender’s tag is recorded, and its case shows it: what goes back to an exchange needs it', async () => {
  const store = new MemoryEventStore();
  const sent = arrival(1, '0', '100', 101);
  sent.tx.SourceTag = 77;
  await following(
    portsOf(
      store,
      ledgerWith(() => [sent]),
    ),
  ).follow();
  const { state: books } = await load(store, escrowFold);
  expect([books.senders.get(sent.hash), books.tags.get(sent.hash)]).toEqual(['rStranger', 77]);
  const { events } = await store.readAll(START, { limit: 10, filter: { types: ['CaseOpened'] } });
  expect(events[0]!.data).toMatchObject({ details: { sourceTag: 77 } });
});

it('RLUSD of an escrow that somebody else finished is of whoever made it', async () => {
  const store = new MemoryEventStore();
  const sent = arrival(1, '0', '100', 101);
  Object.assign(sent.tx, { TransactionType: 'EscrowFinish', Account: 'rLandlord', SourceTag: 9, DestinationTag: 7 });
  const made = { LedgerEntryType: 'Escrow', FinalFields: { Account: 'rStranger', Destination: ESCROW, SourceTag: 5 } };
  sent.meta.AffectedNodes.push({ DeletedNode: made });
  const ofLandlord = async (wallet: string) => (wallet === 'rLandlord' ? [7] : []);
  const ledger = ledgerWith(() => [sent]);
  await following(portsOf(store, ledger, { runningLoans: ofLandlord, ownerOf: async () => 'rLandlord' })).follow();
  const { state: books } = await load(store, escrowFold);
  expect([...books.balances.keys()].sort()).toEqual(['ledger', 'suspense/H1']);
  expect([books.senders.get('H1'), books.tags.get('H1')]).toEqual(['rStranger', 5]);
  const { events } = await store.readAll(START, { limit: 10, filter: { types: ['CaseOpened'] } });
  expect(events[0]!.data).toMatchObject({ wallet: 'rStranger', details: { sourceTag: 5 } });
});

type Mark = { sequence?: number; lost?: boolean; seal?: typeof SEAL };
it.each<[string, Mark, string]>([
  ['the platform prepared', { sequence: 7 }, 'suspense/H1'],
  ['the platform prepared before the log lost it', { lost: true }, 'suspense/H1'],
  ['has a mark that was copied from the ledger', { sequence: 8 }, 'suspense/small-arrivals'],
  ['has a mark of somebody else’s making', { seal: () => 'f'.repeat(64) }, 'suspense/small-arrivals'],
])('a refund of less than 1 RLUSD that %s', async (_, { sequence = 7, lost = false, seal = SEAL }, account) => {
  const store = new MemoryEventStore();
  const about = { payer: 'rStranger', payee: ESCROW, propertyId: 7, tokens: null, refundOf: 'p0' };
  const refund = openedPayment('p1', { ...about, kind: 'refund', amount: '0.4', platformFee: '0' });
  const leg = { paymentId: 'p1', leg: 'recipient' as const, attempt: 1 };
  const prepared = {
    ...leg,
    identifier: 'p1r1',
    transaction: {},
    sequence: 7,
    lastLedgerSequence: 120,
    ledgerIndex: 99,
  };
  if (!lost)
    await store.append(
      'payment-p1',
      'none',
      [
        startedPayment('p1', { ...about, kind: 'refund', amount: '0.4', platformFee: '0' }),
        { type: 'LegPrepared', data: prepared },
      ],
      context(),
    );
  const small = arrival(1, '0', '0.4', 101);
  const landed = {
    ...small,
    tx: { ...small.tx, Sequence: sequence, Memos: [markOf(refund, 'recipient', seal)] },
    delivered: { currency: RLUSD, issuer: ISSUER, value: '0.4' },
  } as LedgerTransaction;
  const ports = portsOf(
    store,
    ledgerWith(() => [landed]),
    {
      ownerOf: async () => 'rStranger',
      preparedAs: (transaction: LedgerTransaction) =>
        preparedAs(transaction, { store, seal: SEAL, rlusdIssuer: ISSUER }),
      paysEscrow: async () => true,
    },
  );
  await following(ports).follow();
  const { state: books } = await load(store, escrowFold);
  expect([...books.balances.keys()].sort()).toEqual(['ledger', account]);
});

it('a repayment that a restored log lost is no deposit: its holders may be paid, and it would be collected again', async () => {
  const store = new MemoryEventStore();
  const others = {
    runningLoans: async () => [7],
    paysEscrow: async () => false,
    preparedAs: async () => 'principal_payback' as const,
  };
  const sent = arrival(1, '0', '0.4', 101);
  const payment = openedPayment('p1', { kind: 'principal_payback', payer: 'rStranger', payee: ESCROW });
  const ledger = ledgerWith(() => [{ ...sent, tx: { ...sent.tx, Memos: [markOf(payment, 'recipient', SEAL)] } }]);
  await following(portsOf(store, ledger, others)).follow();
  const { state: books } = await load(store, escrowFold);
  expect([...books.byMark]).toEqual([['H1', 'suspense/H1']]);
  expect((await load(store, caseFold('escrow-suspense-H1'))).state.status).toBe('open');
  // Its answer waits for the payment.
  const { events } = await store.readAll(START, { limit: 10, filter: { types: ['CaseOpened'] } });
  expect(events[0]!.data).toMatchObject({ paymentId: 'p1', details: { ledgerIndex: 101 } });
});

it.each<[string, boolean, string]>([
  ['no deposit where the log knows that it began: a restored one may have lost the rest', false, 'suspense/H1'],
  ['a deposit once its loan does not wait for it any more: a day could pass before it is found', true, 'deposit/7'],
])('a repayment is %s', async (_, isEnded, account) => {
  const store = new MemoryEventStore();
  const terms = { payer: 'rStranger', payee: ESCROW, propertyId: 7, tokens: null, amount: '100', platformFee: '0' };
  const about = { ...terms, kind: 'principal_payback' } as const;
  const ended = isEnded ? [{ type: 'PaymentExpired' as const, data: { paymentId: 'p1' } }] : [];
  await store.append('payment-p1', 'none', [startedPayment('p1', about), ...ended], context());
  const sent = arrival(1, '0', '100', 101);
  const landed = {
    ...sent,
    tx: { ...sent.tx, Sequence: 7, Memos: [markOf(openedPayment('p1', about), 'recipient', SEAL)] },
    delivered: { currency: RLUSD, issuer: ISSUER, value: '100' },
  } as LedgerTransaction;
  const others = {
    ownerOf: async () => 'rStranger',
    paysEscrow: async () => true,
    preparedAs: (one: LedgerTransaction) => preparedAs(one, { store, seal: SEAL, rlusdIssuer: ISSUER }),
  };
  const ledger = ledgerWith(() => [landed]);
  await following(portsOf(store, ledger, others)).follow();
  expect([...(await load(store, escrowFold)).state.byMark]).toEqual([['H1', account]]);
});

it.each([
  ['before it is followed', true],
  ['by nobody', false],
])('an arrival that its payment booked %s is booked once, whatever the read models lack', async (_, isBooked) => {
  const store = new MemoryEventStore();
  const landed = arrival(1, '0', '100', 101);
  // Somebody deleted the hash from the table of what payments journaled.
  const ports = portsOf(
    store,
    ledgerWith(() => [landed]),
    { runningLoans: async () => [7] },
  );
  const booking = { hash: landed.hash, ledgerIndex: 101, delivered: '100', note: 'a payment' };
  const shares = [{ account: 'deposit/3' as const, amount: parseRlusd('100') }];
  if (isBooked) await handleCommand(store, escrowFold, (books) => [bookArrival(booking, shares, books)], context());
  await following(ports).follow();
  const { state: books } = await load(store, escrowFold);
  expect(balanceOf(books, 'ledger')).toBe(-exactOf(parseRlusd('100')));
  expect([balanceOf(books, 'deposit/3') > 0n, books.bookedAhead.size]).toEqual([isBooked, 0]);
});

it('a clawback also pauses a run that pauses for a freeze and would resume by itself', async () => {
  const few = await (await new FewLines().open()).ordered('payback-p1');
  few.accountFlags.set(RLUSD_ISSUER, 0x00400000);
  await few.go('payback-p1', 2);
  expect(await few.run('payback-p1')).toMatchObject({ paused: 'global-freeze' });
  const ledger = ledgerWith(() => [arrival(1, '100', '40', 101)]);
  const ports = { ...few.ports, ...PORTS, ledger } as unknown as EscrowPorts;
  await following(ports).follow();
  expect(balanceOf((await load(few.store, escrowFold)).state, 'loss')).toBe(-exactOf(parseRlusd('60')));
  expect((await load(few.store, runFold('payback-p1'))).state.paused).toBe('clawback');
});
