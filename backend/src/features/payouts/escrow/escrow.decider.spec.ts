import { describe, expect, it } from '@jest/globals';
import type { EscrowEvent } from '@tknest/contracts/events';
import { exactOf, parseExactDown, parseLedgerValue, parseRlusd, type Micro } from '@tknest/contracts/money';
import fc from 'fast-check';
import { Refused } from '#platform/domain/refused.js';
import { fundPayees, fundRun, fundRunByArrival, type RunOrder } from '../runs/run.decider.js';
import { noRun } from '../runs/run.state.js';
import { releaseSuspense } from './suspense.decider.js';
import {
  balanceOf,
  bookArrival,
  bookByMark,
  depositOf,
  emptyEscrow,
  escrowFold,
  evolveEscrow,
  post,
  uncoveredLoss,
  type EscrowState,
} from './escrow.decider.js';

const rlusd = (text: string): Micro => parseRlusd(text);
const after = (events: readonly EscrowEvent[], from: EscrowState = emptyEscrow) => events.reduce(evolveEscrow, from);
const total = ({ balances }: EscrowState) => [...balances.values()].reduce((sum, one) => sum + one, 0n);
const arrived = (delivered: string) => ({ hash: 'AB', ledgerIndex: 7, delivered, note: 'payment p1' });
const order = (amount: string): RunOrder => ({
  runId: 'payback-p1',
  propertyId: 1,
  source: 'payback',
  period: '2027-01-15' as const,
  date: '2027-01-15' as const,
  recordPosition: null,
  amount: rlusd(amount),
  fee: 0n,
});

describe('money that the issuer of RLUSD took back', () => {
  const books = (float: string, taken: string) => {
    const arrival = bookArrival(
      arrived('100'),
      [
        { account: 'float', amount: rlusd(float) },
        { account: 'deposit/1', amount: rlusd('100') - rlusd(float) },
      ],
      emptyEscrow,
    );
    const entries = [
      { account: 'loss' as const, amount: -exactOf(rlusd(taken)) },
      { account: 'ledger' as const, amount: exactOf(rlusd(taken)) },
    ];
    const before = after([arrival]);
    return after([post({ postingId: 'x', kind: 'clawed-back', entries }, before)], before);
  };
  it('is missing as far as the platform’s own money does not cover it', () => {
    expect(uncoveredLoss(books('0', '10'))).toBe(rlusd('10'));
    expect(uncoveredLoss(books('4', '10'))).toBe(rlusd('6'));
    expect(uncoveredLoss(books('10', '10'))).toBe(0n);
    expect(
      uncoveredLoss(after([bookArrival(arrived('1'), [{ account: 'float', amount: rlusd('1') }], emptyEscrow)])),
    ).toBe(0n);
  });
  it('what covers it is not paid out by hand', () => {
    const pay = (amount: string) =>
      fundPayees({ ...order(amount), source: 'by-hand' }, 'float', [{ wallet: 'rA', amount: rlusd(amount) }], {
        run: noRun,
        escrow: books('15', '10'),
      });
    expect(() => pay('5.000001')).toThrow('covers RLUSD that the issuer clawed back');
    expect(pay('5').run).toHaveLength(2);
  });
});

describe('the escrow books', () => {
  it('keep what is finer than a micro-unit in dust, and sum to zero', () => {
    const books = after([
      bookArrival(arrived('100.0000005'), [{ account: 'deposit/1', amount: rlusd('100') }], emptyEscrow),
    ]);
    expect(depositOf(books, 1)).toBe(rlusd('100'));
    expect(books.balances.get('dust')).toBe(500_000_000n);
    expect(balanceOf(books, 'ledger')).toBe(-(exactOf(rlusd('100')) + 500_000_000n));
    expect(total(books)).toBe(0n);
  });
  it.each(['1e-15', '0.000000000000001', '1234567890.12345', '123456789012345.6', '9999999999999999e-6'])(
    'hold whatever the ledger can deliver: %s',
    (delivered) => {
      const arrival = { hash: 'AB', ledgerIndex: 7, delivered, note: '' };
      const whole = parseLedgerValue(delivered);
      const books = after([
        bookArrival(arrival, whole > 0n ? [{ account: 'deposit/1', amount: whole }] : [], emptyEscrow),
      ]);
      expect(total(books)).toBe(0n);
      expect(depositOf(books, 1)).toBe(whole);
      expect(-balanceOf(books, 'ledger')).toBe(parseExactDown(delivered));
    },
  );
  it('refuse a posting that does not sum to zero', () => {
    const entries = [{ account: 'float' as const, amount: 1n }];
    expect(() => post({ postingId: 'x', kind: 'corrected', entries }, emptyEscrow)).toThrow('do not sum to zero');
    const arrival = () => bookArrival(arrived('100'), [{ account: 'deposit/1', amount: rlusd('99') }], emptyEscrow);
    expect(arrival).toThrow('do not sum to zero');
  });
  it('never let an account fall below zero, also where one posting names it twice', () => {
    const entries = [
      { account: 'deposit/1' as const, amount: -6n },
      { account: 'deposit/1' as const, amount: -6n },
      { account: 'float' as const, amount: 12n },
    ];
    const books = { ...emptyEscrow, balances: new Map([['deposit/1', 10n]]) };
    expect(() => post({ postingId: 'x', kind: 'corrected', entries }, books)).toThrow(Refused);
  });
  it('whatever is posted, they sum to zero and only the contra account and the loss stand below', () => {
    const accounts = ['ledger', 'deposit/1', 'run/a', 'float', 'unclaimed/rA', 'loss'] as const;
    const move = fc.tuple(fc.constantFrom(...accounts), fc.constantFrom(...accounts), fc.bigInt({ min: 1n, max: 50n }));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let books: EscrowState = emptyEscrow;
        for (const [from, to, amount] of moves) {
          try {
            const entries = [
              { account: from, amount: -amount },
              { account: to, amount },
            ];
            books = evolveEscrow(books, post({ postingId: 'm', kind: 'corrected', entries }, books));
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          expect(total(books)).toBe(0n);
          for (const [account, held] of books.balances)
            if (account !== 'ledger' && account !== 'loss') expect(held > 0n).toBe(true);
        }
      }),
    );
  });
});

describe('an arrival that was booked by its mark before its payment was known', () => {
  const shares = [{ account: 'deposit/1' as const, amount: rlusd('100') }];
  it('goes where its payment says, and is not booked a second time', () => {
    const byMark = after([bookByMark(arrived('100.0000005'), 'suspense/AB', true, emptyEscrow)]);
    const settled = after([bookArrival(arrived('100.0000005'), shares, byMark)], byMark);
    expect(depositOf(settled, 1)).toBe(rlusd('100'));
    expect(balanceOf(settled, 'suspense/AB')).toBe(0n);
    expect(balanceOf(settled, 'ledger')).toBe(balanceOf(byMark, 'ledger'));
    expect(settled.byMark.size).toBe(0);
  });
  it('also where a person had said meanwhile where it goes', () => {
    const byMark = after([bookByMark(arrived('100'), 'suspense/AB', true, emptyEscrow)]);
    const release = { hash: 'AB', runId: 'return-AB', wallet: 'rA', propertyId: 2, today: '2027-01-15' as const };
    const kept = { ...release, resolution: 'kept', amount: rlusd('100') };
    const released = after(releaseSuspense(kept, { run: noRun, escrow: byMark }).escrow!, byMark);
    expect(balanceOf(released, 'float')).toBe(exactOf(rlusd('100')));
    const settled = after([bookArrival(arrived('100'), shares, released)], released);
    expect([balanceOf(settled, 'float'), depositOf(settled, 1)]).toEqual([0n, rlusd('100')]);
  });
  it('a stranger’s arrival is not remembered for ever', () => {
    expect(after([bookByMark(arrived('1'), 'suspense/AB', false, emptyEscrow)]).byMark.size).toBe(0);
  });
});

describe('books that are read anew', () => {
  const small = (index: number, mayBePayment: boolean): EscrowEvent => {
    const hash = `H${index}`;
    return bookByMark(
      { hash, ledgerIndex: index, delivered: '1', note: '' },
      `suspense/${hash}`,
      mayBePayment,
      emptyEscrow,
    );
  };
  it('are the same whether they are folded one by one or many at once, in whatever pages', () => {
    const events: EscrowEvent[] = [];
    for (let index = 0; index < 40; index++) {
      events.push(small(index, index % 3 > 0));
      if (index % 4 === 0) {
        const arrival = { hash: `H${index}`, ledgerIndex: index, delivered: '1', note: '' };
        if (index % 3 > 0) events.push(bookArrival(arrival, [{ account: 'float', amount: rlusd('1') }], after(events)));
      }
      if (index % 5 === 0) events.push({ type: 'EscrowFollowed', data: { toLedger: index } });
    }
    const oneByOne = after(events);
    expect(oneByOne.byMark.size).toBeGreaterThan(10);
    fc.assert(
      fc.property(fc.nat({ max: events.length }), (cut) => {
        const first = escrowFold.evolveAll!(emptyEscrow, events.slice(0, cut));
        const entriesBefore = [...first.balances];
        expect(escrowFold.evolveAll!(first, events.slice(cut))).toEqual(oneByOne);
        // Earlier balances are not among the changes.
        expect([...first.balances]).toEqual(entriesBefore);
      }),
    );
  });
  it('hold nobody up where ten thousand small arrivals wait that nobody has claimed', () => {
    const events = Array.from({ length: 10_000 }, (_, index) => small(index, true));
    const began = performance.now();
    let books = emptyEscrow;
    for (let at = 0; at < events.length; at += 1_000)
      books = escrowFold.evolveAll!(books, events.slice(at, at + 1_000));
    // One by one, they take fourteen seconds.
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(books.balances.size).toBe(10_001);
  });
});

describe('money in suspense', () => {
  const waiting = after([bookByMark(arrived('100'), 'suspense/AB', false, emptyEscrow)]);
  const release = (resolution: string, propertyId: number | null = 7) => {
    const order = { hash: 'AB', runId: 'return-AB', wallet: 'rA', propertyId, today: '2027-01-15' as const };
    return releaseSuspense({ ...order, resolution, amount: rlusd('100') }, { run: noRun, escrow: waiting });
  };
  it('goes by the resolution of its case: to the deposit, to the float, or back to its sender', () => {
    expect(depositOf(after(release('deposited').escrow!, waiting), 7)).toBe(rlusd('100'));
    expect(balanceOf(after(release('kept').escrow!, waiting), 'float')).toBe(exactOf(rlusd('100')));
    const back = release('refunded');
    expect(back.lines![0]!.data).toMatchObject({ lines: [{ wallet: 'rA', amount: '100' }] });
    expect(balanceOf(after(back.escrow!, waiting), 'run/return-AB')).toBe(exactOf(rlusd('100')));
  });
  it('stays where it is by any other resolution, or where the case names no property', () => {
    expect(release('no-action')).toEqual({});
    expect(release('deposited', null)).toEqual({});
  });
});

describe('a run', () => {
  it('is funded whole or not at all', () => {
    const deposit = [{ account: 'deposit/1' as const, amount: rlusd('100') }];
    const books = after([bookArrival(arrived('100'), deposit, emptyEscrow)]);
    expect(() => fundRun(order('100.01'), 'deposit/1', { run: noRun, escrow: books })).toThrow(Refused);
    const funded = after(fundRun(order('60'), 'deposit/1', { run: noRun, escrow: books }).escrow, books);
    expect(depositOf(funded, 1)).toBe(rlusd('40'));
    expect(balanceOf(funded, 'run/payback-p1')).toBe(exactOf(rlusd('60')));
  });
  it('is made once', () => {
    const again = () => fundRun(order('1'), 'float', { run: { ...noRun, exists: true }, escrow: emptyEscrow });
    expect(again).toThrow('was made already');
  });
  it('takes its money from what arrived, the rest goes where it belongs', () => {
    const rest = { account: 'deposit/1' as const, amount: rlusd('5') };
    const both = fundRunByArrival(order('100'), arrived('105'), rest, { run: noRun, escrow: emptyEscrow });
    const books = after(both.escrow);
    expect(balanceOf(books, 'run/payback-p1')).toBe(exactOf(rlusd('100')));
    expect(depositOf(books, 1)).toBe(rlusd('5'));
    expect(total(books)).toBe(0n);
  });
});
