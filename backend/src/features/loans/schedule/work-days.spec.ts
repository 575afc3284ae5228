import type { Day } from '@tknest/contracts/money';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { loanDays } from '#test/support/loan-days.js';
import { openedPayment } from '#test/support/started-payment.js';
import { load } from '#platform/event-store/folding.js';
import { paymentStream } from '#features/payments/rules.public.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { bookArrival, emptyEscrow } from '#features/payouts/rules.public.js';
import { openLoan } from '../account/loan.decider.js';
import { loanFold, loanStream, noLoan, type Loan } from '../account/loan.state.js';
import { beginRepayment, receiveRepayment } from '../account/repayment.decider.js';
import { notCollected } from '../collection/collection.decider.js';
import { submitted } from '../../../simulation/payouts/repayments.js';
import { markOf, type MarkedLeg } from '#features/payments/payment-mark.js';
import { seal } from '#test/support/marked-purchase.js';
import { ESCROW_FOLLOWER, hasSent } from './gate.js';
import { loadDays, workDays, workProperty, type DayPorts } from './work-days.js';

const newStore = () => new MemoryEventStore({ now: () => new Date(0), sleep: async () => undefined });
type Store = ReturnType<typeof newStore>;

async function begin(store: Store, propertyId: number, openedOn: Day): Promise<void> {
  const property = {
    propertyId,
    name: 'Sample Court',
    owner: `rOwner${propertyId}`,
    sold: 100,
    tokenPrice: 100_000_000n,
    annualRate: '6.5',
    termMonths: 12,
  };
  const events = openLoan(property, notCollected, openedOn, noLoan);
  await store.append(loanStream(propertyId), 'none', events, context());
}
const typesOf = async (store: Store, stream: string) => {
  const types: string[] = [];
  for await (const { type, data } of store.read(stream))
    types.push(type === 'NotificationSent' ? `${data.kind ?? data.what ?? JSON.stringify(data)}` : type);
  return types;
};
const portsOf = (store: Store, more: Partial<DayPorts>): DayPorts => ({
  ...loanDays(store as never),
  failed: () => undefined,
  ...more,
});

it('a loan that opens while missed days are worked through has its own days worked through too', async () => {
  const store = newStore();
  await begin(store, 1, '2027-01-15');
  await workDays(portsOf(store, {}), '2027-01-20');
  const open = [1];
  const salesToEnd = async (day: string) => {
    // A purchase fully funds property 2 on that day while the loop is running.
    if (day === '2027-02-16') {
      await begin(store, 2, '2027-02-16');
      open.push(2);
    }
    return [];
  };
  await workDays(portsOf(store, { openLoans: async () => [...open], salesToEnd }), '2027-05-20');
  const fell = (await typesOf(store, loanStream(2))).filter((type) => type === 'InstalmentFellDue');
  expect(fell).toHaveLength(3);
});

it('what falls due on a day is paid before a later one begins, or ends what somebody moved the calendar over', async () => {
  const store = newStore();
  await begin(store, 1, '2027-01-15');
  await workDays(portsOf(store, {}), '2027-01-20');
  const paidOn: (Day | null)[] = [];
  const paid = async () => void paidOn.push((await loadDays(store as never)).completed);
  await workDays(portsOf(store, { paid }), '2027-03-20');
  expect(paidOn).toContain('2027-02-16');
  expect(paidOn.at(-1)).toBe('2027-03-16');
});

describe('a repayment whose submission began before a day', () => {
  const DUE = '2027-02-15';
  const PAYMENT = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner1', payee: 'rEscrow' });
  let store: Store;
  let waiting: [number, string][];
  const ports = () =>
    portsOf(store, {
      openLoans: async () => [1, 2],
      waits: (...found) => void waiting.push(found),
      failed: (_, error) => {
        throw error;
      },
    });
  const ofLoan = async (id: number) => (await typesOf(store, loanStream(id))).slice(1);
  /** The landlord of property 1 signs and sends 500 RLUSD on a day; no node shows the result. */
  const repaid = (signedOn: Day) => begun(signedOn, submitted(PAYMENT, signedOn));
  /** The landlord has a request in the wallet app. */
  const requested = (on: Day) => begun(on, submitted(PAYMENT, on).slice(0, 2));
  const begun = async (today: Day, facts: ReturnType<typeof submitted>) => {
    await store.append(paymentStream('p'), 'none', facts, context());
    const { state } = await load(store, loanFold(1));
    const order = { paymentId: 'p', amount: 862_960_000n, to: 'escrow', today } as const;
    const events = beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, state);
    await store.append(loanStream(1), 'any', events, context());
  };
  beforeEach(async () => {
    store = newStore();
    waiting = [];
    await begin(store, 1, '2027-01-15');
    await begin(store, 2, '2027-01-15');
  });

  it('holds up its property: nothing falls due or into arrears; other properties go on', async () => {
    await workDays(ports(), DUE);
    await repaid(DUE);
    await workDays(ports(), '2027-03-20');
    expect(await ofLoan(1)).toEqual(['InstalmentFellDue', 'RepaymentBegun']);
    expect((await ofLoan(2)).filter((type) => type === 'LoanInArrears')).toHaveLength(1);
    expect(waiting[0]).toEqual([1, 'p']);
  });

  it('is counted on its day once it is known, and the days that waited follow, each with its own date', async () => {
    await workDays(ports(), DUE);
    await repaid(DUE);
    await workDays(ports(), '2027-03-20');
    const { state } = await load(store, loanFold(1));
    const arrived = { repaymentId: 'p', source: 'payback', amount: 862_960_000n, hash: 'H', ledgerIndex: 9 } as const;
    const { events } = receiveRepayment({ ...arrived, today: DUE }, state as Loan);
    await store.append(loanStream(1), 'any', events, context());
    await workProperty(ports(), 1, '2027-03-20', await loadDays(store));
    expect(await ofLoan(1)).toEqual([
      'InstalmentFellDue',
      'RepaymentBegun',
      'RepaymentReceived',
      'RepaymentAllocated',
      'InstalmentFellDue',
    ]);
    expect((await load(store, loanFold(1))).state).toMatchObject({ account: { due: [{ inArrears: false }] } });
  });

  it.each([
    ['holds up its property while its wallet may have sent it unasked', true],
    ['holds up nothing where the ledger shows that nothing was sent', false],
  ])('%s', async (_, isSent) => {
    const asked: unknown[] = [];
    const sees = { ...ports(), hasSent: async (...of: unknown[]) => (asked.push(of), isSent) };
    await workDays(sees, DUE);
    await requested(DUE);
    await workDays(sees, '2027-03-20');
    expect((await ofLoan(1)).includes('LoanInArrears')).toBe(!isSent);
    expect(waiting[0]).toEqual(isSent ? [1, 'p'] : undefined);
    expect(asked[0]).toMatchObject([{ payer: 'rOwner1' }, { sequence: 1 }]);
  });

  it.each([
    ['holds up its property where it ended signed and may have been sent since', true],
    ['holds up nothing where it ended signed and nothing was sent', false],
  ])('%s', async (_, isSent) => {
    const sees = { ...ports(), hasSent: async () => isSent };
    await workDays(sees, DUE);
    const ended = { type: 'PaymentExpired', data: { paymentId: 'p' } } as const;
    await begun(DUE, [...submitted(PAYMENT, DUE).slice(0, 3), ended]);
    await workDays(sees, '2027-03-20');
    expect((await ofLoan(1)).includes('LoanInArrears')).toBe(!isSent);
  });

  it('holds up nothing where its wallet was asked after the last day of grace', async () => {
    const sees = { ...ports(), hasSent: async () => true };
    await workDays(sees, '2027-02-23');
    await requested('2027-02-23');
    await workDays(sees, '2027-03-20');
    expect(waiting).toEqual([]);
  });

  it('holds up nothing where it was signed after the last day of grace', async () => {
    await workDays(ports(), '2027-02-23');
    await repaid('2027-02-23');
    await workDays(ports(), '2027-03-20');
    expect((await ofLoan(1)).filter((type) => type === 'InstalmentFellDue')).toHaveLength(2);
    expect(waiting).toEqual([]);
  });
});

it('waits for what reached the escrow before a day: what was booked in between is collected, and no claim is raised', async () => {
  const store = newStore();
  let reached: Day = '2027-02-14';
  const waiting: [number, string][] = [];
  const ports = portsOf(store, {
    isFollowed: async (day) => reached >= day,
    waits: (...found) => void waiting.push(found),
    failed: (_, error) => {
      throw error;
    },
  });
  await begin(store, 1, '2027-01-15');
  const autopay = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' as const } };
  await store.append('collection-1', 'none', [autopay], context());
  await workDays(portsOf(store, {}), '2027-02-14');
  await workDays(ports, '2027-02-20');
  expect((await loadDays(store)).completed).toBe('2027-02-20');
  expect((await typesOf(store, loanStream(1))).slice(1)).toEqual([]);
  expect(new Set(waiting.map(([, what]) => what))).toEqual(new Set([ESCROW_FOLLOWER]));
  // It arrived before, and is booked now.
  const arrival = { hash: 'IN', ledgerIndex: 1, delivered: '1000', note: 'x' };
  const booked = bookArrival(arrival, [{ account: 'deposit/1', amount: 1_000_000_000n }], emptyEscrow);
  await store.append('escrow-books', 'any', [booked], context());
  reached = '2027-02-20';
  waiting.length = 0;
  await workProperty(ports, 1, '2027-02-20', await loadDays(store));
  expect(waiting).toEqual([]);
  expect((await typesOf(store, loanStream(1))).slice(1)).toEqual([
    'InstalmentFellDue',
    'RepaymentReceived',
    'RepaymentAllocated',
  ]);
});

it('nothing is in arrears that the deposit held on the last day of grace, however soon the next day is processed', async () => {
  const store = newStore();
  const ports = portsOf(store, {});
  await begin(store, 1, '2027-01-15');
  const autopay = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' as const } };
  await store.append('collection-1', 'none', [autopay], context());
  // Due on Presidents' Day, so on the 16th; the last day of grace is the 22nd.
  await workDays(ports, '2027-02-22');
  expect((await typesOf(store, loanStream(1))).slice(1)).toEqual(['InstalmentFellDue', 'CollectionClaimed']);
  // It arrived on the 22nd and is booked now; the process that collects has not looked yet.
  const arrival = { hash: 'IN', ledgerIndex: 1, delivered: '1000', note: 'x' };
  const booked = bookArrival(arrival, [{ account: 'deposit/1', amount: 1_000_000_000n }], emptyEscrow);
  await store.append('escrow-books', 'any', [booked], context());
  await workDays(ports, '2027-02-23');
  expect((await typesOf(store, loanStream(1))).slice(3)).toEqual(['RepaymentReceived', 'RepaymentAllocated']);
});

it.each([
  ['the property', 'rOwner1', 1, true],
  ['another property', 'rOwner1', 2, false],
  ['the property by a stranger', 'rStranger', 1, false],
] as const)('a deposit for %s that was signed in time and has no result yet', async (_, payer, of, is) => {
  const store = newStore();
  const waiting: [number, string][] = [];
  const ports = portsOf(store, { waits: (...found) => void waiting.push(found) });
  await begin(store, 1, '2027-01-15');
  const autopay = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' as const } };
  await store.append('collection-1', 'none', [autopay], context());
  // The last day of grace.
  await workDays(ports, '2027-02-22');
  const about = { kind: 'deposit', payer, payee: 'rEscrow', propertyId: of } as const;
  await store.append(paymentStream('d'), 'none', submitted(openedPayment('d', about), '2027-02-22'), context());
  const opened = {
    wallet: payer,
    paymentId: 'd',
    kind: 'deposit',
    reserves: null,
    at: '2027-02-22T20:00:00Z',
  } as const;
  await store.append(`payer-${payer}`, 'none', [{ type: 'PayerPaymentOpened', data: opened }], context());
  await workDays(ports, '2027-02-23');
  expect(waiting).toEqual(is ? [[1, 'd']] : []);
  expect((await typesOf(store, loanStream(1))).includes('LoanInArrears')).toBe(!is);
});

const UNUSED = { sequence: 7, ledgerIndex: 20 };
const REQUESTED = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner1' });
/** A payment with the mark of a leg of the requested one, under a ticket. */
const copied = (leg: MarkedLeg, Account = 'rOwner1', paymentId = 'p') => {
  const Memos = [markOf({ ...REQUESTED, paymentId }, leg, seal)];
  return { tx: { Account, Sequence: 0, TicketSequence: 3, Memos }, result: 'tesSUCCESS' };
};

it.each<[string, object | null, object[], boolean]>([
  ['its account has used the sequence number', { sequence: 8, ledgerIndex: 20 }, [], true],
  ['there is no account', null, [], true],
  ['the node is behind the follower', { sequence: 7, ledgerIndex: 19 }, [], true],
  ['its account has sent a copy under a ticket', UNUSED, [copied('recipient')], true],
  ['the ledger has refused the copy', UNUSED, [{ ...copied('recipient'), result: 'tecPATH_DRY' }], false],
  ['the copy is of the fee', UNUSED, [copied('platform')], false],
  ['somebody else has copied its mark', UNUSED, [copied('recipient', 'rStranger')], false],
  ['its account has sent another payment', UNUSED, [copied('recipient', 'rOwner1', 'q'), { tx: UNUSED }], false],
  ['it has not', UNUSED, [], false],
])('a wallet may have sent what it was asked to sign: %s', async (_, account, landed, expected) => {
  const store = newStore();
  await store.append('escrow-books', 'none', [{ type: 'EscrowFollowed', data: { toLedger: 20 } }], context());
  const ledger = {
    account: async () => account as never,
    async *history(wallet: string, from: number, to: number) {
      expect([wallet, from, to]).toEqual(['rOwner1', 15, 20]);
      yield* landed as never[];
    },
  };
  const asked = { sequence: 7, preparedAt: 15 };
  expect(await hasSent({ store: store as never, ledger }, REQUESTED, asked)).toBe(expected);
});
