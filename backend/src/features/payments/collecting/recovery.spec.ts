import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EscrowAccount, LoanEvent, PaymentStarted } from '@tknest/contracts/events';
import { formatRlusd, type Day } from '@tknest/contracts/money';
import { principalOf, RLUSD, seal } from '#test/support/marked-purchase.js';
import { openedPayment, startedPayment } from '#test/support/started-payment.js';
import { loanOpened, openedLoan } from '#test/support/opened-loan.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { bookByMark } from '#features/payouts/escrow/escrow.decider.js';
import { balanceOf, depositOf, emptyEscrow, escrowFold } from '#features/payouts/rules.public.js';
import { listingStream } from '#features/listings/rules.public.js';
import { caseFold, caseIdOf, opening } from '#features/operations-cases/rules.public.js';
import { upTo } from '#features/loans/account/loan.decider.js';
import { loanFold, loanStream, type Loan } from '#features/loans/account/loan.state.js';
import { paymentStream } from '../payment.state.js';
import { CaseOutcomesProcess } from '../processes/case-outcomes.process.js';
import { findPayment, loadPayment } from './commit.js';
import { acceptExtra } from './endings.js';
import { PaymentCollector } from './payment-collector.js';
import type { PaymentPorts } from './ports.js';
import { recover } from './recovery.js';

const [ORIGINAL, REFUND, REPAYMENT] = [2, 3, 4].map((last) => `7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a1${last}`);
const found = { hash: 'R', payer: 'rOwner', ledgerIndex: 850 };
const arrival = { hash: 'R', ledgerIndex: 850, delivered: '500', note: 'x' };

/** A landlord's payment to the escrow is on the ledger, and not in the log. */
function lost(about: Partial<PaymentStarted['data']>, on: { paidOn: Day; today: Day }) {
  const store = new MemoryEventStore();
  const toEscrow = { payer: 'rOwner', payee: 'rEscrow', platformFee: '0', tokens: null };
  const payment = openedPayment(about.paymentId!, { ...toEscrow, ...about });
  const transaction = principalOf(payment);
  const seen = { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: 850, transaction };
  const ports = {
    store,
    seal,
    ledger: {
      conclude: async () => ({ ...seen, delivered: transaction.Amount }),
      validatedIndex: async () => 851,
      async *history() {},
    },
    accounts: { address: async (name: string) => (name === 'payoutEscrow' ? 'rEscrow' : 'rFee') },
    clock: { now: () => new Date('2026-11-22T10:00:00Z') },
    mayGoOn: () => true,
    businessDate: async () => on.today,
    paidOn: async () => on.paidOn,
    isFollowed: async () => true,
    settings: { rlusdIssuer: RLUSD },
    turns: {},
  } as unknown as PaymentPorts;
  return { store, ports };
}

describe('a repayment to the escrow that a restored log lost', () => {
  const [DUE, IN_ARREARS]: Day[] = ['2027-02-15', '2027-02-23'];

  /** The first installment is in arrears by now, and what arrived is booked to an account, or is not booked yet. */
  async function restored(account: EscrowAccount | null, more: readonly LoanEvent[] = [], amount = '862.96') {
    const about = { paymentId: REPAYMENT, kind: 'principal_payback', amount } as const;
    const { store, ports } = lost(about, { paidOn: DUE!, today: IN_ARREARS! });
    const events = [...loanOpened, ...upTo(IN_ARREARS!, openedLoan).events, ...more];
    await store.append(loanStream(1), 'none', events, context());
    if (account !== null) {
      const posted = bookByMark({ ...arrival, delivered: amount }, account, true, emptyEscrow);
      await store.append('escrow-books', 'none', [posted], context());
    }
    const loanNow = async () => (await load(store, loanFold(1))).state as Loan;
    const books = async () => (await load(store, escrowFold)).state;
    return { store, ports, loanNow, books };
  }

  const suspense = { kind: 'escrow-suspense', subject: 'R' } as const;

  it.each<EscrowAccount | null>(['suspense/R', null])(
    'pays what was due on its day (booked to %s before)',
    async (booked) => {
      const { store, ports, loanNow, books } = await restored(booked);
      const asked = booked === 'suspense/R' ? await opening(store, { ...suspense, summary: 'x' }) : [];
      if (asked.length > 0) await store.appendMany(asked, context());
      expect((await loanNow()).account.due).toMatchObject([{ inArrears: true }]);
      for (const _ of [1, 2]) expect(await recover(ports, found, 'count')).toBe(REPAYMENT);
      await new PaymentCollector(ports).advance(REPAYMENT!);
      expect((await findPayment(ports, REPAYMENT!)).state.phase).toBe('completed');
      const { account, history, underWay } = await loanNow();
      expect([account.due, history[0]?.date, underWay.size]).toEqual([[], DUE, 0]);
      const state = await books();
      expect([...state.balances.keys()].sort()).toEqual(['ledger', `run/payback-${REPAYMENT}`]);
      const { status } = (await load(store, caseFold(caseIdOf(suspense)))).state;
      expect(status).toBe(booked === 'suspense/R' ? 'resolved' : 'none');
    },
  );

  it('counts, although the smallest repayment is greater by now', async () => {
    const { ports, loanNow } = await restored('suspense/R', [], '40');
    expect(await recover(ports, found, 'count')).toBe(REPAYMENT);
    expect((await loanNow()).underWay.get(REPAYMENT!)).toMatchObject({ begunOn: DUE, to: 'escrow' });
  });

  it('is kept as the deposit where it was paid a second time, and its case about suspense closes', async () => {
    const { store, ports, books } = await restored('suspense/R');
    await recover(ports, found, 'count');
    await new PaymentCollector(ports).advance(REPAYMENT!);
    const again = { hash: 'R2', ledgerIndex: 851 };
    const posted = bookByMark({ ...arrival, ...again, delivered: '862.96' }, 'suspense/R2', true, await books());
    await store.append('escrow-books', (await load(store, escrowFold)).revision, [posted], context());
    const about = { kind: 'escrow-suspense', subject: 'R2' } as const;
    await store.appendMany(await opening(store, { ...about, summary: 'x' }), context());
    const loaded = await loadPayment(ports, REPAYMENT!);
    expect(await acceptExtra(ports, loaded, 'principal', again)).toBe(true);
    expect(formatRlusd(depositOf(await books(), 1))).toBe('862.96');
    expect((await load(store, caseFold(caseIdOf(about)))).state.status).toBe('resolved');
  });

  it('is looked at again once its loan opens: reconciliation has passed its ledger', async () => {
    const about = { paymentId: REPAYMENT!, kind: 'principal_payback', amount: '862.96' } as const;
    const { store, ports } = lost(about, { paidOn: DUE!, today: DUE! });
    const posted = bookByMark({ ...arrival, delivered: '862.96' }, 'suspense/R', true, emptyEscrow);
    await store.append('escrow-books', 'none', [posted], context());
    const { hash: txHash, payer: wallet, ledgerIndex } = found;
    const asked = { ...suspense, summary: 'x', paymentId: REPAYMENT!, txHash, wallet, details: { ledgerIndex } };
    await store.appendMany(await opening(store, asked), context());
    expect(await recover(ports, found, 'count')).toBeNull();
    await store.append(loanStream(1), 'none', loanOpened, context());
    const collector = new PaymentCollector(ports);
    await new CaseOutcomesProcess(ports, collector as never).handle({ type: 'LoanOpened' } as never);
    expect((await findPayment(ports, REPAYMENT!)).state.phase).toBe('completed');
  });

  it('stays in suspense once the loan is paid off', async () => {
    const paidOff = { type: 'LoanPaidOff', data: { propertyId: 1, date: IN_ARREARS! } } as const;
    const { ports, books } = await restored('suspense/R', [paidOff]);
    expect(await recover(ports, found, 'count')).toBeNull();
    expect(balanceOf(await books(), 'suspense/R') > 0n).toBe(true);
    expect((await findPayment(ports, REPAYMENT!)).state.phase).toBe('none');
  });
});

describe('a repayment to the only holder that a restored log lost', () => {
  it.each<[string, readonly string[], string]>([
    ['counts', ['rHolder'], 'completed'],
    [
      'is owed back where there are more by now: the day of its loan waits for no repayment for ever',
      ['rHolder', 'rB'],
      'failed',
    ],
  ])('%s', async (_, holders, phase) => {
    const about = { paymentId: REPAYMENT!, kind: 'principal_payback', payee: 'rHolder', amount: '862.96' } as const;
    const { store, ports } = lost(about, { paidOn: '2027-02-15', today: '2027-02-15' });
    await store.append(loanStream(1), 'none', [...loanOpened, ...upTo('2027-02-15', openedLoan).events], context());
    const bought = holders.map((wallet) => ({ type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 5 } }));
    await store.append(listingStream(1), 'none', bought, context());
    expect(await recover(ports, found, 'count')).toBe(REPAYMENT);
    await new PaymentCollector(ports).advance(REPAYMENT!);
    expect((await findPayment(ports, REPAYMENT!)).state.phase).toBe(phase);
    expect(((await load(store, loanFold(1))).state as Loan).underWay.size).toBe(0);
  });
});

describe('a refund that a restored log lost', () => {
  let store: MemoryEventStore;
  let ports: PaymentPorts;
  beforeEach(async () => {
    const today = '2026-11-22';
    const about = { paymentId: REFUND, kind: 'refund', refundOf: ORIGINAL } as const;
    ({ store, ports } = lost(about, { paidOn: today, today }));
    await store.append('escrow-books', 'none', [bookByMark(arrival, 'suspense/R', true, emptyEscrow)], context());
  });
  const original = (...more: { type: string; data: object }[]) =>
    store.append(paymentStream(ORIGINAL!), 'none', [startedPayment(ORIGINAL!), ...more], context());
  const expired = { type: 'PaymentExpired', data: { paymentId: ORIGINAL } };
  const landed = { hash: 'L', ledgerIndex: 9, delivered: '500', paidOn: '2026-11-01', foundOn: '2026-11-01' };
  const late = { type: 'LatePrincipalFound', data: { paymentId: ORIGINAL, ...landed } };
  const suspense = async () => balanceOf((await load(store, escrowFold)).state, 'suspense/R');

  it('leaves suspense for its buyer, by the run that the lost log would have made', async () => {
    await original(expired, late);
    expect(await recover(ports, found, 'count')).toBe(REFUND);
    await new PaymentCollector(ports).advance(REFUND!);
    expect((await findPayment({ store }, REFUND!)).state.phase).toBe('completed');
    const books = (await load(store, escrowFold)).state;
    expect([await suspense(), balanceOf(books, `run/refund-${REFUND}`) > 0n]).toEqual([0n, true]);
    expect(await recover(ports, found, 'count')).toBe(REFUND);
  });

  it('is recorded whatever a case says about it: a forged one would be carried out again and again', async () => {
    await original(expired, late);
    expect(await recover(ports, found, 'owe-back')).toBe(REFUND);
    expect((await findPayment({ store }, REFUND!)).state.phase).toBe('settling');
  });

  it('stays in suspense where nothing is owed, or another refund has begun', async () => {
    const other = { paymentId: ORIGINAL, refundId: 'another', principalHash: 'L' };
    await original(expired, late, { type: 'RefundBegun', data: other });
    expect(await recover(ports, found, 'count')).toBeNull();
    expect([(await findPayment({ store }, REFUND!)).state.phase, (await suspense()) > 0n]).toEqual(['none', true]);
  });
});
