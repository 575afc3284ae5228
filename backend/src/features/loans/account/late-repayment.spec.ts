import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  addMonths,
  dueOf,
  parseRlusd,
  payoffQuote,
  totalOf,
  type Day,
  type Micro,
} from '@tknest/contracts/money';
import fc from 'fast-check';
import { openedLoan } from '#test/support/opened-loan.js';
import { evolved, upTo } from './loan.decider.js';
import type { Loan } from './loan.state.js';
import { beginRepayment, receiveRepayment } from './repayment.decider.js';

const DUE: Day = '2027-02-15';

const at = (day: Day, loan = openedLoan) => upTo(day, loan).state;
const received = (repaymentId: string, amount: Micro, paidOn: Day, loan: Loan) => {
  const arrived = { repaymentId, source: 'payback', amount, today: paidOn, hash: 'H', ledgerIndex: 9 } as const;
  const { events } = receiveRepayment(arrived, loan);
  return { events, loan: evolved(loan, events) };
};
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('a repayment that the platform learns of late', () => {
  it('counts on the day of its ledger: arrears are withdrawn, and interest on what it had paid is a credit', () => {
    const amount = totalOf(dueOf(at(DUE).account));
    const { events, loan } = received('p', amount, DUE, at('2027-03-20'));
    expect(types(events)).toEqual(['RepaymentReceived', 'LoanCorrected', 'LoanArrearsWithdrawn', 'RepaymentAllocated']);
    // A month's interest on the first installment's principal of 808.79, at 6.5 % a year: 4.38.
    expect(events[1]!.data).toMatchObject({
      installments: [{ dueDate: '2027-03-15', interest: '4.38', overdue: '0' }],
      prepaid: '0',
    });
    expect(loan.account).toEqual(at('2027-03-20', received('p', amount, DUE, at(DUE)).loan).account);
  });

  it('withdraws no arrears where it came after the last day of grace', () => {
    const amount = totalOf(dueOf(at(DUE).account));
    const { events } = received('p', amount, '2027-03-01', at('2027-03-20'));
    expect(types(events)).toEqual(['RepaymentReceived', 'LoanCorrected', 'RepaymentAllocated']);
  });

  it('credits the next installment with interest that was paid already', () => {
    const late = at('2027-03-20');
    const [one, two] = late.account.due;
    // The second installment is paid, with interest on the first one, before the first payment is found.
    const paid = evolved(late, [
      { type: 'LoanInArrears', data: { propertyId: 1, dueDate: two!.dueDate, amount: '1', date: '2027-03-20' } },
    ]);
    const interest = two!.interest;
    const due = paid.account.due.map((due) =>
      due.dueDate === two!.dueDate ? { ...due, interestPaid: interest, principalPaid: due.principal } : due,
    );
    const without = { ...paid, account: { ...paid.account, due: due.slice(0, 1) } };
    const { events, loan } = received('p', one!.interest + one!.principal, DUE, without);
    expect(events[1]!.data).toMatchObject({ installments: [{ interest: '0' }], prepaid: '4.38' });
    expect(loan.account.prepaid.interest).toBe(parseRlusd('4.38'));
  });

  it('leaves the account as if it had been known at once, for any amount that was due and any days', () => {
    const days = fc.record({
      paid: fc.integer({ min: 0, max: 200 }),
      learned: fc.integer({ min: 0, max: 250 }),
      share: fc.integer({ min: 1, max: 1_000 }),
    });
    fc.assert(
      fc.property(days, ({ paid, learned, share }) => {
        const paidOn = addDays(DUE, paid);
        const learnedOn = addDays(paidOn, learned);
        const amount = (totalOf(dueOf(at(paidOn).account)) * BigInt(share)) / 1_000n;
        fc.pre(amount > 0n);
        const known = at(learnedOn, received('p', amount, paidOn, at(paidOn)).loan);
        const late = received('p', amount, paidOn, at(learnedOn)).loan;
        expect(late.account).toEqual(known.account);
        expect(late.fallen).toEqual(known.fallen);
      }),
      // A part whose interest is no cent leaves less overdue all the same.
      { numRuns: 300, examples: [[{ paid: 0, learned: 28, share: 63 }]] },
    );
  });

  it('splits any amount without a rest, and no part is negative', () => {
    const cents = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 6 }), (amount, months) => {
        const { events } = received('p', BigInt(amount) * 10_000n, DUE, at(addMonths(DUE, months)));
        const { parts, excess } = events.find(({ type }) => type === 'RepaymentAllocated')!.data as any;
        const all = [...parts.map((part: any) => parseRlusd(part.amount)), parseRlusd(excess)] as Micro[];
        expect(all.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(amount) * 10_000n);
        expect(all.every((part) => part >= 0n)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a payoff that a restored log lost', () => {
  const OPTIONS = { to: 'escrow', earlyPrincipal: 'term', allEarly: false, isPaid: true } as const;
  /** @param quoted the day of the quote */
  function recovered(quoted: Day, paidOn: Day, learnedOn: Day, less = 0n) {
    const amount = payoffQuote(at(quoted).account, quoted).amount - less;
    const late = at(learnedOn);
    const begun = evolved(late, beginRepayment({ paymentId: 'p', amount, today: paidOn, ...OPTIONS }, late));
    return received('p', amount, paidOn, begun);
  }

  it.each<[Day, Day, Day]>([
    ['2027-02-10', '2027-02-10', '2027-02-10'],
    ['2027-02-10', '2027-02-11', '2027-02-11'],
    ['2027-02-14', '2027-02-14', '2027-02-15'],
    ['2027-02-14', '2027-02-15', '2027-02-24'],
    ['2027-01-20', '2027-01-20', '2027-04-20'],
    ['2027-02-20', '2027-02-22', '2027-04-20'],
  ])('closes the loan: the quote of %s, paid on %s, is learned of on %s', (quoted, paidOn, learnedOn) => {
    const { events, loan } = recovered(quoted, paidOn, learnedOn);
    expect([loan.status, loan.account.due]).toEqual(['paid_off', []]);
    const withdrawn = events.filter(({ type }) => type === 'LoanArrearsWithdrawn');
    expect(withdrawn).toHaveLength(at(learnedOn).account.due.filter(({ inArrears }) => inArrears).length);
    expect(recovered(quoted, paidOn, learnedOn, 10_000n).loan.status).toBe('open');
  });

  it('does not close the loan where the quote is more than a week old', () => {
    expect(recovered('2027-01-20', '2027-01-28', '2027-01-28').loan.status).toBe('open');
  });
});
