import { describe, expect, it } from '@jest/globals';
import type { LoanEvent, Prevention } from '@tknest/contracts/events';
import { addDays, isBusinessDay, moveToBusinessDay, parseRlusd, type Day } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import fc from 'fast-check';
import { openedLoan } from '#test/support/opened-loan.js';
import { arrearsOn, seePreventions } from './grace.js';
import { evolved, upTo } from './loan.decider.js';
import type { Loan, PreventedDays } from './loan.state.js';
import { receiveRepayment } from './repayment.decider.js';

/** Washington's Birthday: grace is from Tuesday, Feb 16 to Monday, Feb 22. */
const DUE: Day = '2027-02-15';

/** The loan's events if each of these days' ledgers shows that. */
function live(days: number, shown: (day: Day) => Prevention | null): { loan: Loan; events: LoanEvent[] } {
  let loan = openedLoan;
  const events: LoanEvent[] = [];
  for (let day = DUE; day < addDays(DUE, days); day = addDays(day, 1)) {
    const news = upTo(day, loan).events;
    loan = evolved(loan, news);
    const seen = seePreventions([{ by: shown(day), day }], loan);
    loan = evolved(loan, seen);
    events.push(...news, ...seen);
  }
  return { loan, events };
}
const arrearsIn = (events: readonly LoanEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'LoanInArrears' ? [`${data.dueDate} ${data.date}`] : []));
const between = (from: Day, until: Day, by: Prevention) => (day: Day) => (day >= from && day <= until ? by : null);

describe('days of grace', () => {
  it.each(['global-freeze', 'transfer-fee', 'escrow-freeze', 'wallet-freeze'] as const)(
    'are not counted during a %s, however often it is seen, and are counted afterwards',
    (by) => {
      const { events } = live(30, between('2027-02-18', '2027-02-24', by));
      // Feb 16 and 17, then from Feb 26, as Feb 25 is the day on which it was seen to have ended: 26, Mar 1, 2.
      expect(arrearsIn(events)).toEqual(['2027-02-15 2027-03-03']);
      expect(events.filter(({ type }) => type.startsWith('Repayments'))).toHaveLength(2);
    },
  );

  it('are not counted as long as everybody is prevented, and for 30 days if one wallet is', () => {
    const days = 120;
    expect(arrearsIn(live(days, () => 'transfer-fee').events)).toEqual([]);
    // Feb 15 to Mar 16 are not counted; Mar 17, 18, 19, 22, 23.
    expect(arrearsIn(live(days, () => 'wallet-freeze').events)).toEqual([
      '2027-02-15 2027-03-24',
      '2027-03-15 2027-03-24',
      '2027-04-15 2027-04-22',
      '2027-05-15 2027-05-24',
    ]);
  });

  it('change nothing about interest, nor about arrears that had begun before', () => {
    const frozen = live(60, between('2027-03-01', '2027-12-31', 'global-freeze')).events;
    const free = live(60, () => null).events;
    const fallen = (events: readonly LoanEvent[]) => events.filter(({ type }) => type === 'InstalmentFellDue');
    expect(fallen(frozen)).toEqual(fallen(free));
    expect(arrearsIn(frozen)).toEqual(['2027-02-15 2027-02-23']);
  });

  it('are those of the landlord when a repayment is found late', () => {
    const { loan } = live(17, between('2027-02-18', '2027-02-24', 'global-freeze'));
    const late = upTo('2027-03-20', loan).state;
    const arrived = { repaymentId: 'p', source: 'payback', hash: 'H', ledgerIndex: 9 } as const;
    const { events } = receiveRepayment({ ...arrived, amount: parseRlusd('862.96'), today: '2027-03-02' }, late);
    expect(events.map(({ type }) => type)).toContain('LoanArrearsWithdrawn');
  });

  it('tell nothing twice, and nothing of a time before the loan', () => {
    const shown = [
      { by: 'global-freeze', day: '2027-01-04' },
      { by: null, day: '2027-01-05' },
      { by: 'global-freeze', day: '2027-02-17' },
      { by: null, day: '2027-02-19' },
      { by: null, day: '2027-02-24' },
    ] as const;
    const seen = seePreventions(shown, openedLoan);
    expect(seen.map(({ data }) => 'date' in data && data.date)).toEqual(['2027-02-17', '2027-02-19']);
    expect(seePreventions(shown, evolved(openedLoan, seen))).toEqual([]);
  });

  it('are five business days on which no ledger showed that the issuer prevents payment, for any periods', () => {
    const period = fc.record({
      by: fc.constantFrom<Prevention>('global-freeze', 'transfer-fee', 'escrow-freeze', 'wallet-freeze'),
      after: fc.integer({ min: 0, max: 12 }),
      days: fc.integer({ min: 0, max: 45 }),
    });
    const due = fc.integer({ min: 0, max: 800 }).map((n) => addDays(DUE, n));
    fc.assert(
      fc.property(due, fc.array(period, { maxLength: 4 }), fc.boolean(), (dueDate, periods, goesOn) => {
        let day = addDays(dueDate, -10);
        const prevented: PreventedDays[] = periods.map(({ by, after, days }, index) => {
          const from = addDays(day, after);
          day = addDays(from, days);
          return { by, from, until: goesOn && index === periods.length - 1 ? null : day };
        });
        const isPrevented = (one: Day) =>
          prevented.some(
            ({ by, from, until }) =>
              one >= from &&
              (until === null || one <= until) &&
              (by !== 'wallet-freeze' || one < addDays(from, LOAN.walletFreezeDays)),
          );
        const from = moveToBusinessDay(dueDate);
        const far = addDays(from, 400);
        const counted: Day[] = [];
        for (let one = from; one < far; one = addDays(one, 1))
          if (isBusinessDay(one) && !isPrevented(one)) counted.push(one);
        const on = arrearsOn(dueDate, { prevented });
        if (counted.length < LOAN.graceBusinessDays) return expect(on).toBeNull();
        const last = counted[LOAN.graceBusinessDays - 1]!;
        return expect(on).toBe(moveToBusinessDay(addDays(last, 1)));
      }),
      { numRuns: 500 },
    );
  });
});
