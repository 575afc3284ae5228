import { describe, expect, it } from '@jest/globals';
import type { CollectionEvent, EscrowEvent, LoanEvent } from '@tknest/contracts/events';
import { addDays, balanceOf, parseRlusd, payoffQuote, type Day } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { bookArrival, emptyEscrow, noRun, type EscrowState } from '#features/payouts/rules.public.js';
import { evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { dueRunId } from '#features/payouts/runs/run.decider.js';
import { noCase } from '#features/operations-cases/case.decider.js';
import { evolved as after, moveDueDay, noticeRedemption, openedLoan, openLoan, upTo } from './account/loan.decider.js';
import { evolveLoan, noLoan, repaymentOrder, type Loan } from './account/loan.state.js';
import { abandonRepayment, beginRepayment, receiveRepayment } from './account/repayment.decider.js';
import { claimsOf, collect, nextToCollect } from './collection/collect.decider.js';
import {
  collectorOn,
  evolveCollection,
  notCollected,
  setAutomation,
  setAutopay,
  type CollectionState,
} from './collection/collection.decider.js';

const rlusd = (text: string | number) => parseRlusd(text);
const PROPERTY = {
  propertyId: 1,
  name: 'Sample Court',
  owner: 'rOwner',
  sold: 100,
  tokenPrice: rlusd(100),
  annualRate: '6.5',
  termMonths: 12,
};
const CLOSED = '2027-01-15';
const opened = (more: Partial<typeof PROPERTY> = {}, automation: { payoutDay: number } | null = null) =>
  openedLoan(openLoan({ ...PROPERTY, ...more }, { automation }, CLOSED, noLoan).reduce(evolveLoan, noLoan));
const on = (day: Day, state: Loan) => upTo(day, state).state;
const names = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const begin = (amount: string, today: Day, more = {}) => ({
  paymentId: 'p1',
  amount: rlusd(amount),
  to: 'escrow' as const,
  today,
  earlyPrincipal: 'term' as const,
  allEarly: false,
  ...more,
});
const receive = (amount: string, today: Day) => ({
  repaymentId: 'p1',
  source: 'payback' as const,
  amount: rlusd(amount),
  today,
  hash: 'HASH',
  ledgerIndex: 7,
});

describe('a loan', () => {
  it('begins with what was sold, once; none sold: no loan', () => {
    expect(openLoan({ ...PROPERTY, sold: 0 }, notCollected, CLOSED, noLoan)).toEqual([]);
    expect(openLoan(PROPERTY, notCollected, CLOSED, opened())).toEqual([]);
    expect(openLoan(PROPERTY, notCollected, CLOSED, noLoan)[0]!.data).toMatchObject({
      principal: '10000',
      monthlyPayment: '862.96',
      dueDay: 15,
      firstDueDate: '2027-02-15',
    });
  });

  it('is first due on the day that rent automation named before', () => {
    expect(opened({}, { payoutDay: 1 }).account.nextDue).toBe('2027-03-01');
  });

  it('has one due day: moved before the first due date, refused afterwards', () => {
    const moved = after(opened(), moveDueDay(20, '2027-01-18', opened()));
    expect([moved.dueDay, moved.account.nextDue]).toEqual([20, '2027-02-20']);
    expect(moveDueDay(20, '2027-04-01', moved)).toEqual([]);
    // What a web process writes without asking the rules.
    const forged = { propertyId: 1, dueDay: 20, date: '2027-01-18' } as const;
    for (const firstDueDate of ['2020-01-20', '2099-01-20'] as const)
      expect(after(opened(), [{ type: 'DueDayMoved', data: { ...forged, firstDueDate } }])).toEqual(opened());
    const fallen = on('2027-04-01', moved);
    const [back] = moveDueDay(15, '2027-01-18', moved) as [LoanEvent];
    expect(after(fallen, [back])).toEqual(fallen);
    expect(() => moveDueDay(1, '2027-02-15', opened())).toThrow(/is due on day 15/);
  });

  it('cannot be put off by moving the due day a day ahead of itself each month', () => {
    expect(() => moveDueDay(14, '2027-02-14', opened())).toThrow('would have been due on Feb 14, 2027');
    const moved = after(opened(), moveDueDay(11, '2027-02-14', opened()));
    expect(moved.account.nextDue).toBe('2027-03-11');
    for (let day = 1; day <= 28; day++)
      if (day !== 11) expect(() => moveDueDay(day, '2027-03-10', moved)).toThrow(Refused);
  });

  it('falls due by the calendar, each date its own, however many days were jumped over', () => {
    const { events, state } = upTo('2027-04-15', opened());
    expect(events.map(({ type, data }) => `${type} ${'dueDate' in data ? data.dueDate : ''}`)).toEqual([
      'InstalmentFellDue 2027-02-15',
      'InstalmentFellDue 2027-03-15',
      'InstalmentFellDue 2027-04-15',
      'LoanInArrears 2027-02-15',
      'LoanInArrears 2027-03-15',
    ]);
    expect(upTo('2027-04-15', state).events).toEqual([]);
  });

  it('is in arrears five business days after the day it was to be collected on', () => {
    // 15 February 2027 is Washington's Birthday: collected on Tuesday 16; 17, 18, 19, 22, 23.
    expect(names(upTo('2027-02-22', opened()).events)).toEqual(['InstalmentFellDue']);
    expect(names(upTo('2027-02-23', opened()).events)).toEqual(['InstalmentFellDue', 'LoanInArrears']);
  });

  it('is redeemed 30 days after notice, which is given once', () => {
    const noticed = after(opened(), noticeRedemption('2027-03-01', opened()));
    expect(noticed.redemption).toEqual({ date: '2027-03-01' as const, redeemableFrom: '2027-03-31' });
    expect(() => noticeRedemption('2027-03-02', noticed)).toThrow(Refused);
  });

  it('goes on to carry interest on what is overdue after its last installment', () => {
    // One month's loan, unpaid: 10,000 overdue carry 54.17 on the next due date.
    const late = on('2027-03-15', opened({ termMonths: 1 }));
    expect(late.account.due.map(({ interest, principal }) => [interest, principal])).toEqual([
      [rlusd('54.17'), rlusd('10000')],
      [rlusd('54.17'), 0n],
    ]);
  });
});

describe('a repayment', () => {
  it('of less than the least is refused with the figure', () => {
    expect(() => beginRepayment(begin('99.99', '2027-01-20'), opened())).toThrow(
      'The minimum repayment is 100.00 RLUSD',
    );
  });
  it('to the only holder is refused above the payoff', () => {
    expect(() => beginRepayment(begin('10000.01', '2027-01-15', { to: 'holder' }), opened())).toThrow(
      '10,000.00 RLUSD pays off this loan',
    );
  });
  it('before the loan, or after it, is refused', () => {
    expect(() => beginRepayment(begin('100', '2027-01-15'), noLoan)).toThrow('The loan begins');
    expect(() =>
      beginRepayment(begin('100', '2027-01-15'), { ...opened(), status: 'paid_off', paidOffOn: CLOSED }),
    ).toThrow('paid off');
  });

  it('above the payoff closes the loan, and the rest is no part of it', () => {
    const state = opened();
    const { events, repaid, excess } = receiveRepayment(receive('10100', '2027-01-15'), state);
    expect([repaid, excess]).toEqual([rlusd(10_000), rlusd(100)]);
    expect(names(events)).toEqual(['RepaymentReceived', 'RepaymentAllocated', 'LoanPaidOff']);
    expect(receiveRepayment(receive('5', '2027-01-16'), after(state, events)).excess).toBe(rlusd(5));
  });

  it('begun under a quote closes the loan whenever it is validated, also past midnight of a due day', () => {
    // 14 February: 30 days of 365 on 10,000 at 6.5 %, 53.42. On the 15th the month's 54.17 fall due.
    const { amount } = payoffQuote(opened().account, '2027-02-14');
    expect(amount).toBe(rlusd('10053.42'));
    const begun = after(opened(), beginRepayment(begin('10053.42', '2027-02-14'), opened()));
    const settled = receiveRepayment(receive('10053.42', '2027-02-15'), on('2027-02-15', begun));
    expect(settled.excess).toBe(0n);
    const closed = after(on('2027-02-15', begun), settled.events);
    expect([closed.status, balanceOf(closed.account), closed.totalPaid]).toEqual(['paid_off', 0n, rlusd('10053.42')]);
  });

  it.each([
    ['of which a cent is paid', '0.01', '0'],
    ['without its interest', '10000', '0'],
    ['of which a part is paid', '10052', '53.42'],
  ])('closes no loan under a forged quote %s', (_, amount, interest) => {
    const quote = { date: '2027-02-14', interest, principal: '10000' } as const;
    const [{ type, data }] = beginRepayment(begin('500', '2027-02-14'), opened()) as [LoanEvent];
    const begun = after(opened(), [{ type, data: { ...data, amount, quote } } as LoanEvent]);
    const { events, repaid, excess } = receiveRepayment(receive(amount, '2027-02-14'), on('2027-02-14', begun));
    expect([names(events).includes('LoanPaidOff'), repaid + excess, excess]).toEqual([false, rlusd(amount), 0n]);
  });

  it('keeps the terms with which it began, whatever a second event says', () => {
    const [first] = beginRepayment(begin('500', '2027-01-20'), opened()) as [LoanEvent];
    const second = { type: first.type, data: { ...first.data, to: 'holder' } } as LoanEvent;
    const state = after(opened(), [first, second]);
    expect(state.underWay.get('p1')).toMatchObject({ to: 'escrow' });
    const { initialState, evolve } = repaymentOrder(1, 'p1');
    const at = new Date(0);
    expect([first, second].reduce((to, event) => evolve(to, event, at), initialState)).toBe('escrow');
  });

  it('under a quote owes nothing a second time that a direct one has repaid meanwhile, landing late', () => {
    const direct = begin('500', '2027-01-20', { paymentId: 'p0', to: 'holder' });
    let state = after(opened(), beginRepayment(direct, opened()));
    state = after(state, abandonRepayment({ paymentId: 'p0', reason: 'expired' }, state));
    const { amount, interest } = payoffQuote(state.account, '2027-01-25');
    state = after(state, beginRepayment(begin(String(Number(amount) / 1e6), '2027-01-25'), state));
    state = after(state, receiveRepayment({ ...receive('500', '2027-01-25'), repaymentId: 'p0' }, state).events);
    const left = payoffQuote(state.account, '2027-01-25');
    const { events, repaid, excess } = receiveRepayment({ ...receive('0', '2027-01-25'), amount }, state);
    expect([repaid, excess]).toEqual([left.amount, amount - left.amount]);
    expect(left.interest < interest).toBe(true);
    const paidOff = after(state, events);
    expect([paidOff.status, balanceOf(paidOff.account), paidOff.totalPaid]).toEqual([
      'paid_off',
      0n,
      rlusd(500) + left.amount,
    ]);
  });

  it('makes collections wait, until it is validated or comes to nothing', () => {
    const autopay: CollectionState = { ...notCollected, autopay: true };
    const begun = after(opened(), beginRepayment(begin('500', '2027-02-14'), opened()));
    expect(nextToCollect('2027-02-16', begun, autopay)).toBeNull();
    const abandoned = after(begun, abandonRepayment({ paymentId: 'p1', reason: 'expired' }, begun));
    expect(nextToCollect('2027-02-16', abandoned, autopay)?.installment.dueDate).toBe('2027-02-15');
    expect(abandonRepayment({ paymentId: 'p1', reason: 'expired' }, abandoned)).toEqual([]);
  });

  it('that nobody knows to be under way is allocated all the same', () => {
    expect(receiveRepayment(receive('862.96', '2027-01-20'), opened()).repaid).toBe(rlusd('862.96'));
  });
});

describe('autopay and rent automation', () => {
  const fold = (events: CollectionEvent[], state = notCollected) => events.reduce(evolveCollection, state);
  const automation = (more = {}) => ({
    propertyId: 1,
    enabled: true,
    monthlyRentAmount: rlusd(2500),
    payoutDay: 15,
    feeBps: 500,
    today: '2027-01-20' as const,
    installment: rlusd('862.96'),
    loanIsOpen: true,
    ...more,
  });

  it('exclude each other', () => {
    const rent = fold(setAutomation(automation(), notCollected));
    expect(() => setAutopay({ propertyId: 1, enabled: true, today: '2027-01-20' as const }, rent)).toThrow(
      /Rent automation/,
    );
    const auto = fold(setAutopay({ propertyId: 1, enabled: true, today: '2027-01-20' as const }, notCollected));
    expect(() => setAutomation(automation(), auto)).toThrow(/Autopay/);
    const [set] = setAutomation(automation(), notCollected) as [
      Extract<CollectionEvent, { type: 'RentAutomationSet' }>,
    ];
    expect(evolveCollection(notCollected, { ...set, data: { ...set.data, feeBps: 10_000 } })).toEqual(notCollected);
    const ended = fold(setAutomation(automation({ enabled: false }), rent), rent);
    expect(ended).toEqual({ ...notCollected, endedFeeBps: 500 });
    expect(fold(setAutopay({ propertyId: 1, enabled: true, today: '2027-01-20' as const }, ended), ended).autopay).toBe(
      true,
    );
  });
  it('automation collects at least the installment', () => {
    expect(() => setAutomation(automation({ monthlyRentAmount: rlusd(800) }), notCollected)).toThrow(
      'monthlyRentAmount must be at least the installment of 862.96 RLUSD',
    );
  });
  it('a raised fee holds from 30 days later, a lowered one at once', () => {
    const five = fold(setAutomation(automation(), notCollected));
    const ten = fold(setAutomation(automation({ feeBps: 1000, today: '2027-02-01' as const }), five), five);
    expect(collectorOn(ten, '2027-03-02')!.feeBps).toBe(500n);
    expect(collectorOn(ten, '2027-03-03')!.feeBps).toBe(1000n);
    const two = fold(setAutomation(automation({ feeBps: 200, today: '2027-02-05' as const }), ten), ten);
    expect(collectorOn(two, '2027-02-05')!.feeBps).toBe(200n);
  });
  it('a raised fee needs its notice also where automation was ended and set up anew', () => {
    const five = fold(setAutomation(automation(), notCollected));
    const ended = fold(
      setAutomation(automation({ enabled: false, feeBps: 3000, today: '2027-02-01' as const }), five),
      five,
    );
    const anew = fold(setAutomation(automation({ feeBps: 3000, today: '2027-02-01' as const }), ended), ended);
    expect(collectorOn(anew, '2027-03-02')!.feeBps).toBe(500n);
    expect(collectorOn(anew, '2027-03-03')!.feeBps).toBe(3000n);
  });
});

describe('what is collected', () => {
  const deposited = (amount: string): EscrowState =>
    evolveEscrow(
      emptyEscrow,
      bookArrival(
        { hash: 'IN', ledgerIndex: 1, delivered: amount, note: 'x' },
        [{ account: 'deposit/1', amount: rlusd(amount) }],
        emptyEscrow,
      ),
    );
  const states = (
    loan: Loan,
    escrow: EscrowState,
    collection: CollectionState = { ...notCollected, autopay: true },
  ) => ({
    loan,
    escrow,
    collection,
    run: noRun,
    off: noCase,
  });
  const moved = (escrow: EscrowState, events: EscrowEvent[]) => events.reduce(evolveEscrow, escrow);

  it('is one installment, whole, from the deposit into its run, 97.5 % of it for holders', () => {
    const done = collect('due-1-2027-02-15', '2027-02-16', '42', states(opened(), deposited('1000')));
    expect(done.run[0]!.data).toMatchObject({
      runId: 'due-1-2027-02-15',
      source: 'autopay',
      amount: '862.96',
      fee: '21.57',
      recordPosition: '42',
      period: '2027-02-15' as const,
      date: '2027-02-16' as const,
    });
    expect(after(opened(), done.loan).account.due).toEqual([]);
    expect(moved(deposited('1000'), done.escrow).balances.get('deposit/1')).toBe(137_040_000_000_000_000n);
  });

  it('is nothing before the day moved past weekends and holidays, without automation, or twice', () => {
    const nothing = { loan: [], escrow: [], run: [], off: [] };
    expect(collect('due-1-2027-02-15', '2027-02-15', null, states(opened(), deposited('1000')))).toEqual(nothing);
    expect(collect('due-1-2027-02-15', '2027-02-16', null, states(opened(), deposited('1000'), notCollected))).toEqual(
      nothing,
    );
    const twice = { ...states(opened(), deposited('1000')), run: { ...noRun, exists: true } };
    expect(collect('due-1-2027-02-15', '2027-02-16', null, twice)).toEqual(nothing);
  });

  it('is nothing where the deposit is short: a claim, told once, computed anew', () => {
    const short = collect('due-1-2027-02-15', '2027-02-16', null, states(opened(), deposited('500')));
    expect([names(short.loan), short.escrow, short.run]).toEqual([['InstalmentFellDue', 'CollectionClaimed'], [], []]);
    const claimed = after(opened(), short.loan);
    expect(claimsOf(claimed, rlusd(500))).toEqual([
      { dueDate: '2027-02-15' as const, amount: rlusd('862.96'), missing: rlusd('362.96') },
    ]);
    expect(collect('due-1-2027-02-15', '2027-02-17', null, states(claimed, deposited('500'))).loan).toEqual([]);
    // Partly paid by the landlord: the claim shrinks to the rest, and ends once nothing is left.
    const partly = after(claimed, receiveRepayment(receive('400', '2027-02-17'), claimed).events);
    expect(claimsOf(partly, 0n)).toEqual([
      { dueDate: '2027-02-15' as const, amount: rlusd('462.96'), missing: rlusd('462.96') },
    ]);
    expect(claimsOf(partly, rlusd(500))).toEqual([]);
    const wholly = collect('due-1-2027-02-15', '2027-02-18', null, states(partly, deposited('500')));
    expect(wholly.run[0]!.data).toMatchObject({ amount: '462.96' });
    expect(claimsOf(after(partly, wholly.loan), 0n)).toEqual([]);
  });

  it('where two dates are not covered, each is claimed, and a deposit counts for the older one first', () => {
    const short = collect('due-1-2027-02-15', '2027-03-15', null, states(opened(), deposited('800')));
    expect(short.loan.filter(({ type }) => type === 'CollectionClaimed').map(({ data }) => data)).toMatchObject([
      { dueDate: '2027-02-15' as const, amount: '862.96', missing: '62.96' },
      { dueDate: '2027-03-15' as const, amount: '867.34', missing: '867.34' },
    ]);
    const claimed = after(opened(), short.loan);
    expect(claimsOf(claimed, rlusd(1000))).toEqual([
      { dueDate: '2027-03-15' as const, amount: rlusd('867.34'), missing: rlusd('730.3') },
    ]);
  });

  it('by rent automation is every month that the deposit holds, each with the automation’s fee', () => {
    const terms = { monthlyRentAmount: rlusd(900), payoutDay: 15, feeBps: 500 };
    const rent = { ...notCollected, automation: { ...terms, feeFrom: '2027-01-01' as const, feeBpsBefore: 500 } };
    const late = on('2027-03-15', opened());
    const first = collect('due-1-2027-02-15', '2027-03-15', null, states(late, deposited('5000'), rent));
    expect(first.run[0]!.data).toMatchObject({ source: 'automation', fee: '43.15' });
    const once = after(late, first.loan);
    const again = collect('due-1-2027-03-15', '2027-03-15', null, states(once, deposited('5000'), rent));
    expect(again.run).toHaveLength(1);
  });

  it('month by month to the end pays the loan off to the cent', () => {
    let loan = opened();
    for (let day: Day = '2027-01-16'; loan.status === 'open' && day < '2028-03-01'; day = addDays(day, 1)) {
      const next = nextToCollect(day, loan, { ...notCollected, autopay: true });
      if (next)
        loan = after(
          loan,
          collect(dueRunId(1, next.installment.dueDate), day, null, states(loan, deposited('1000'))).loan,
        );
    }
    expect([loan.status, loan.totalPaid, loan.paidOffOn]).toEqual(['paid_off', rlusd('10355.57'), '2028-01-18']);
  });
});
