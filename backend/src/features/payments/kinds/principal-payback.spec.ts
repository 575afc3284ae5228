import { describe, expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import { exactOf, parseRlusd } from '@tknest/contracts/money';
import { paidPayment } from '#test/support/started-payment.js';
import { bookByMark, evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { emptyEscrow, noRun, post } from '#features/payouts/rules.public.js';
import { noLoan, openLoan, loanFold, type Loan, type LoanState } from '#features/loans/rules.public.js';
import { deposit } from './deposit.js';
import { principalPayback } from './principal-payback.js';

const rlusd = (text: string | number) => parseRlusd(text);
const TODAY = '2027-01-15';
const evolve = (state: LoanState, events: readonly LoanEvent[]) =>
  events.reduce((at, event) => loanFold(1).evolve(at, event, new Date(0)), state) as Loan;
const property = {
  propertyId: 1,
  name: 'Sample Court',
  owner: 'rOwner',
  sold: 100,
  tokenPrice: rlusd(100),
  annualRate: '6.5',
  termMonths: 12,
};
const opened = evolve(noLoan, openLoan(property, { automation: null }, TODAY, noLoan));
const payment = (amount: string) =>
  paidPayment('p1', { kind: 'principal_payback', payer: 'rOwner', payee: 'rPayee', amount });
const repayment = (to: 'escrow' | 'holder') => ({ to, earlyPrincipal: 'term' as const, allEarly: false });
const begun = (amount: string, to: 'escrow' | 'holder') =>
  evolve(
    opened,
    principalPayback.begun({ ...payment(amount), repayment: repayment(to), today: TODAY }, { loan: opened })
      .loan as LoanEvent[],
  );
const states = (loan: Loan, booked: string[] = [], ordered: 'escrow' | 'holder' = 'escrow') => ({
  loan,
  ordered,
  escrow: emptyEscrow,
  run: noRun,
  booked: new Set(booked),
});
const names = (events: readonly { type: string }[] = []) => events.map(({ type }) => type);
const given = (loan: Loan) =>
  evolve(loan, principalPayback.unpaid(payment('500'), 'expired', { loan }).loan as LoanEvent[]);
const entries = ({ escrow }: any) => escrow.flatMap(({ data }: any) => data.entries);

describe('a repayment', () => {
  it('counts on the day of its ledger, however much later the platform learns of it', () => {
    const paid = { ...payment('500'), principal: { ...payment('500').principal, paidOn: '2027-01-16' as const } };
    const { loan } = principalPayback.settled(paid, states(begun('500', 'escrow')), '2027-01-28');
    expect((loan![0] as any).data).toMatchObject({ date: '2027-01-16' });
  });

  it('that lands after it was given up is kept as the deposit and told: the loan takes none of it', () => {
    const late = principalPayback.settled(payment('500'), states(given(begun('500', 'escrow'))), TODAY);
    expect(names(late.loan)).toEqual(['RepaymentDeposited']);
    expect(entries(late)).toEqual([
      { account: 'ledger', amount: '-500' },
      { account: 'deposit/1', amount: '500' },
    ]);
    expect(late.run).toBeUndefined();
  });

  it('that whoever follows the ledger has booked already is not booked again', () => {
    const loan = given(begun('500', 'escrow'));
    expect(principalPayback.settled(payment('500'), states(loan, ['HASH']), TODAY)).toEqual({ escrow: [], loan: [] });
    expect(deposit.settled({ ...payment('500'), kind: 'deposit' }, states(loan, ['HASH']), TODAY)).toEqual({
      escrow: [],
    });
  });

  const byMark = (account: 'deposit/2' | 'deposit/1', amount: string) => {
    const arrival = { hash: 'HASH', ledgerIndex: 7, delivered: amount, note: 'x' };
    return evolveEscrow(emptyEscrow, bookByMark(arrival, account, true, emptyEscrow));
  };

  it('that was booked by its mark, and spent, before its payment was known holds nothing up for ever', () => {
    const taken = { account: 'deposit/1' as const, amount: -exactOf(rlusd('500')) };
    const back = { account: 'run/withdrawal-1' as const, amount: exactOf(rlusd('500')) };
    const before = byMark('deposit/1', '500');
    const spent = post({ postingId: 'x', kind: 'run-funded', entries: [taken, back] }, before);
    const escrow = evolveEscrow(before, spent);
    const loan = begun('500', 'escrow');
    const settled = principalPayback.settled(payment('500'), { ...states(loan), escrow }, TODAY);
    expect([settled.escrow, names(settled.loan)]).toEqual([[], ['RepaymentDeposited']]);
    expect(evolve(loan, settled.loan as LoanEvent[]).underWay.size).toBe(0);
    expect(deposit.settled({ ...payment('500'), kind: 'deposit' }, { ...states(loan), escrow }, TODAY)).toEqual({
      escrow: [],
    });
  });

  it('that lands late and was taken for another property’s deposit moves to its own', () => {
    const loan = given(begun('500', 'escrow'));
    const escrow = byMark('deposit/2', '500');
    const late = principalPayback.settled(payment('500'), { ...states(loan, ['HASH']), escrow }, TODAY);
    expect(entries(late)).toEqual([
      { account: 'deposit/2', amount: '-500' },
      { account: 'deposit/1', amount: '500' },
    ]);
  });

  it('that is paid twice is kept as the deposit: nobody has to refund it', () => {
    const loan = evolve(
      begun('500', 'escrow'),
      principalPayback.settled(payment('500'), states(begun('500', 'escrow')), TODAY).loan as LoanEvent[],
    );
    const again = principalPayback.again!(payment('500'), { hash: 'AGAIN', ledgerIndex: 9 }, states(loan), TODAY)!;
    expect(names(again.loan)).toEqual(['RepaymentDeposited']);
    expect(entries(again)[1]).toEqual({ account: 'deposit/1', amount: '500' });
  });

  it('to the holder counts also where it lands late; paid twice, the holder is asked to refund', () => {
    const loan = given(begun('500', 'holder'));
    const late = principalPayback.settled(payment('500'), states(loan, [], 'holder'), TODAY);
    expect(names(late.loan)).toEqual(['RepaymentReceived', 'RepaymentAllocated']);
    expect((late.run![0] as any).data).toMatchObject({ source: 'direct', amount: '500' });
    expect(
      principalPayback.again!(payment('500'), { hash: 'AGAIN', ledgerIndex: 9 }, states(loan, [], 'holder'), TODAY),
    ).toBeNull();
  });

  it('to the holder above what the loan still needs opens a case that names the excess', () => {
    const loan = begun('10000', 'holder');
    const paidMeanwhile = { ...loan, account: { ...loan.account, undue: rlusd(9_000) } };
    const over = { ...payment('10000') };
    const unquoted = {
      ...paidMeanwhile,
      underWay: new Map([['p1', { ...loan.underWay.get('p1')!, quote: null }]]),
    };
    expect(principalPayback.casesOfSettled!(over, states(unquoted, [], 'holder'), TODAY)).toMatchObject([
      { kind: 'repayment-excess', subject: 'p1', details: { excess: '1000', payee: 'rPayee' } },
    ]);
    expect(principalPayback.casesOfSettled!(payment('10000'), states(loan, [], 'holder'), TODAY)).toEqual([]);
  });

  it('was ordered as its order says, however long ago it ended', () => {
    const { ordered } = principalPayback.streams(payment('500'));
    const orders = (to: 'escrow' | 'holder', paymentId = 'p1') => ({
      type: 'RepaymentBegun' as const,
      data: { paymentId, to },
    });
    const ended = { type: 'RepaymentAbandoned' as const, data: { paymentId: 'p1' } };
    const told = [orders('holder'), ended, orders('escrow', 'p2')];
    expect(told.reduce((at, event) => ordered!.evolve(at, event, new Date(0)), ordered!.initialState)).toBe('holder');
  });

  it('that came to nothing leaves nothing behind in the loan: ten thousand of them slow nobody', () => {
    expect(given(begun('500', 'holder'))).toEqual(opened);
  });

  it('once the loan is paid off is kept as the deposit', () => {
    const paidOff: Loan = { ...begun('500', 'escrow'), status: 'paid_off', paidOffOn: TODAY };
    const settled = principalPayback.settled(payment('500'), states(paidOff), TODAY);
    expect(names(settled.loan)).toEqual(['RepaymentDeposited']);
    expect(entries(settled)[1]).toEqual({ account: 'deposit/1', amount: '500' });
  });
});
