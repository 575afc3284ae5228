import { describe, expect, it } from '@jest/globals';
import {
  allocateRepayment,
  allocateToDue,
  comingInstallments,
  minimumRepayment,
  nextToFallDue,
  openAccount,
  parseRlusd,
  percent,
  recommendations,
  toDecimal,
  withFallen,
  type LoanAccount,
  type Day,
} from '../src/money/index.js';

const rlusd = (text: string | number) => parseRlusd(text);
/** 10,000 at 6.5 % over 12 months: 862.96 a month, 355.57 of interest in all. */
const fresh = openAccount({
  principal: rlusd(10_000),
  annual: percent('6.5'),
  months: 12,
  openedOn: '2027-01-15',
  firstDue: '2027-02-15',
});
const fall = (account: LoanAccount) => withFallen(account, nextToFallDue(account));
const told = (account: LoanAccount, today: Day) =>
  recommendations(account, today).map(
    ({ paymentType, amount, urgency, savings }) =>
      `${paymentType} ${toDecimal(amount)} ${urgency} ${toDecimal(savings)}`,
  );

describe('what a borrower may pay', () => {
  it('ahead: the installment, rounded up, an installment more, or everything; less pressing the farther the day is', () => {
    // Rounded up: 37.04 repaid on the first day would have been owed to the end: 37.04 × (1.00541666…^12 − 1) = 2.48,
    // and a cent less by roundings. An installment more: 937.04, the last month falls away, 62.02.
    // Everything at once: 10,000 without a day's interest; 355.57 − 0 are saved, as the installment is to be paid.
    expect(told(fresh, '2027-01-15')).toEqual([
      'regular 862.96 low 0',
      'round_up 900 low 2.47',
      'extra 1800 low 62.02',
      'payoff 10000 low 355.57',
    ]);
    expect(told(fresh, '2027-02-10')[0]).toBe('regular 862.96 medium 0');
  });

  it('what is due is pressing, and what is in arrears is caught up with', () => {
    const due = fall(fresh);
    expect(told(due, '2027-02-16')[0]).toBe('regular 862.96 high 0');
    const late = { ...due, due: due.due.map((one) => ({ ...one, inArrears: true })) };
    expect(told(fall(late), '2027-03-16')[0]).toBe('catch_up 1730.3 high 0');
  });

  it('where the next installment is paid already, nothing of the plan, and no date that is settled', () => {
    // 355.57 less the first month's 54.17 is left to save.
    const paid = allocateRepayment(fresh, rlusd('862.96'), { today: '2027-01-15', earlyPrincipal: 'term' }).account;
    expect(told(paid, '2027-01-15')).toEqual(['extra 900 low 54.61', 'payoff 9191.21 low 301.4']);
    expect(recommendations(paid, '2027-01-15').map(({ dueDate }) => dueDate)).toEqual([null, null]);
  });

  it('saves what it says: the interest of both ways, added up installment by installment', () => {
    const today = '2027-01-15';
    const interestOf = (amount: bigint) => {
      const { parts, account } = allocateRepayment(fresh, amount, { today, earlyPrincipal: 'term' });
      let sum = parts.filter(({ of }) => of === 'interest').reduce((total, part) => total + part.amount, 0n);
      for (let at = account; at.left > 0;) {
        at = fall(at);
        for (const one of at.due) {
          sum += one.interest - one.interestPaid;
          at = allocateToDue(at, one.dueDate).account;
        }
      }
      return sum;
    };
    const [base, ...others] = recommendations(fresh, today);
    for (const { amount, savings } of others) expect(savings).toBe(interestOf(base!.amount) - interestOf(amount));
  });

  it('is always enough, at any moment of the loan; once it is paid off there is nothing', () => {
    let account = fresh;
    for (const { dueDate } of comingInstallments(fresh)) {
      for (const today of [account.since, dueDate])
        for (const { amount } of recommendations(account, today))
          expect(amount).toBeGreaterThanOrEqual(minimumRepayment(account, today));
      account = allocateToDue(fall(account), dueDate).account;
    }
    expect(recommendations(account, '2028-02-01')).toEqual([]);
  });
});
