import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import golden from './data/loan_cases.json' with { type: 'json' };
import {
  addDays,
  allocateRepayment,
  allocateToDue,
  arrearsOf,
  balanceOf,
  comingInstallments,
  dueDayOf,
  dueOf,
  firstDueDate,
  isPaidOff,
  minimumRepayment,
  nextToFallDue,
  openAccount,
  parseRlusd,
  payoffQuote,
  percent,
  schedule,
  toDecimal,
  totalOf,
  withFallen,
  type Allocation,
  type LoanAccount,
  type Micro,
  type Day,
} from '../src/money/index.js';

const rlusd = (text: string | number) => parseRlusd(text);
/** 10,000 at 6.5 % over 12 months, closed on 15 January 2027: 862.96 a month. */
const sample = (terms: Partial<Parameters<typeof openAccount>[0]> = {}) =>
  openAccount({
    principal: rlusd(10_000),
    annual: percent('6.5'),
    months: 12,
    openedOn: '2027-01-15',
    firstDue: '2027-02-15',
    ...terms,
  });
const fall = (account: LoanAccount, times = 1): LoanAccount =>
  times === 0 ? account : fall(withFallen(account, nextToFallDue(account)), times - 1);
const inArrears = (account: LoanAccount): LoanAccount => ({
  ...account,
  due: account.due.map((one) => ({ ...one, inArrears: true })),
});
const told = ({ parts }: Allocation) =>
  parts.map(({ to, of, amount, dueDate }) => `${to} ${of} ${toDecimal(amount)}${dueDate ? ` of ${dueDate}` : ''}`);
const pay = (account: LoanAccount, amount: string, today: Day, more = {}) =>
  allocateRepayment(account, rlusd(amount), { today, earlyPrincipal: 'term', ...more });

describe('the smallest loan', () => {
  it('of one token of 1 RLUSD over 60 months is paid off to the last digit', () => {
    let account = sample({ principal: rlusd(1), annual: percent('6.5'), months: 60 });
    for (let month = 0; month < 60 && !isPaidOff(account); month++) {
      account = fall(account);
      account = pay(account, toDecimal(totalOf(dueOf(account))), account.due[0]!.dueDate).account;
    }
    expect([isPaidOff(account), toDecimal(balanceOf(account))]).toEqual([true, '0']);
  });
});

describe('when a loan begins', () => {
  it.each<[Day, number, Day]>([
    ['2027-01-15', 15, '2027-02-15'],
    ['2027-01-31', 28, '2027-02-28'],
    ['2027-02-01', 1, '2027-03-01'], // 28 days later
    ['2027-02-28', 28, '2027-03-28'],
  ])('closed on %s it is due on the %d, first on %s', (closed, day, first) => {
    expect(dueDayOf(closed)).toBe(day);
    expect(firstDueDate(day, closed)).toBe(first);
  });
  it('a due day that is set is first met at least 28 days after closing', () => {
    expect(firstDueDate(1, '2027-01-15')).toBe('2027-03-01'); // 1 February is 17 days later
    expect(firstDueDate(20, '2027-01-15')).toBe('2027-02-20');
  });
});

describe('the golden schedules', () => {
  it.each(golden.payment_cases.map((one) => [`${one.principal} at ${one.annual_rate_pct} % over ${one.months}`, one]))(
    '%s: each installment, each balance, the last payment, the sum of interest',
    (_, sampled) => {
      const one = sampled as (typeof golden.payment_cases)[0];
      const { principal, annual_rate_pct: rate, months } = one;
      const terms = { principal: rlusd(principal), annual: percent(rate), months };
      let account = sample(terms);
      expect(comingInstallments(account).map(({ payment, balance }) => [payment, balance])).toEqual(
        schedule(terms.principal, terms.annual, months).map(({ payment, balance }) => [payment, balance]),
      );
      let interest = 0n;
      let last = 0n;
      for (const row of schedule(terms.principal, terms.annual, months)) {
        account = fall(account);
        const { dueDate } = account.due[0]!;
        last = totalOf(dueOf(account));
        interest += dueOf(account).interest;
        expect(last).toBe(row.payment);
        account = allocateToDue(account, dueDate).account;
        expect(balanceOf(account)).toBe(row.balance);
        if (row.month === 1) expect(row.interest).toBe(rlusd(one.first_month_interest));
        if (row.month === Math.floor(months / 2)) expect(row.balance).toBe(rlusd(one.balance_after_half));
      }
      expect(isPaidOff(account)).toBe(true);
      expect(last).toBe(rlusd(one.schedule_final_payment));
      expect(interest).toBe(rlusd(one.schedule_total_interest));
    },
  );
});

describe('where a repayment goes', () => {
  it('arrears: interest before principal, the oldest first, then what is due', () => {
    // 1: 54.17 + 808.79. 2: on 9,191.21 49.79, and a month on the overdue 808.79, 4.38 → 54.17 + 813.17.
    // 3: on 8,378.04 45.38, and on the overdue 1,621.96, 8.79 → 54.17 + 817.58.
    const account = fall(inArrears(fall(sample(), 2)));
    expect(toDecimal(totalOf(arrearsOf(account)))).toBe('1730.3');
    expect(told(pay(account, '1750', '2027-04-16'))).toEqual([
      'arrears interest 54.17 of 2027-02-15',
      'arrears interest 54.17 of 2027-03-15',
      'arrears principal 808.79 of 2027-02-15',
      'arrears principal 813.17 of 2027-03-15',
      'due interest 19.7 of 2027-04-15',
    ]);
  });

  it('what is overdue on a due date carries that month: interest on principal, none on interest', () => {
    // Overdue since 15 February: 54.17 + 808.79. On 15 March 9,191.21 × 6.5 % / 12 = 49.785720… and
    // 808.79 × 6.5 % / 12 = 4.380945…; the 54.17 carry nothing.
    const second = nextToFallDue(fall(sample()));
    expect([toDecimal(second.interest), toDecimal(second.principal)]).toEqual(['54.17', '813.17']);
  });

  it('before the due day, with nothing due: the next installment, its interest first, and the month stays as it is', () => {
    const { account, parts } = pay(sample(), '500', '2027-01-20');
    expect(told({ parts } as Allocation)).toEqual(['prepaid interest 54.17', 'prepaid principal 445.83']);
    expect(toDecimal(balanceOf(account))).toBe('9554.17');
    const fallen = fall(account);
    // 862.96 − 500
    expect(toDecimal(totalOf(dueOf(fallen)))).toBe('362.96');
    expect(toDecimal(balanceOf(allocateToDue(fallen, '2027-02-15').account))).toBe('9191.21');
  });

  it('what exceeds the next installment is early principal, after its interest by actual days', () => {
    // Five days after opening, 2,000: 862.96 prepay the installment, 1,137.04 are early.
    // x + x × 6.5 % × 5 / 365 = 1,137.04 → x = 1,137.04 / 1.000890411 = 1,136.028465…, interest 1.01.
    // The month's interest is on 10,000 − 1,136.03 = 8,863.97: 48.013171…
    const paid = pay(sample(), '2000', '2027-01-20');
    expect(told(paid)).toEqual([
      'prepaid interest 48.01',
      'prepaid principal 814.95',
      'early interest 1.01',
      'early principal 1136.03',
    ]);
    expect(toDecimal(balanceOf(paid.account))).toBe('8049.02');
    // 8,049.02 over the same installments of 862.96: 10 more (9.6…), where 11 were left.
    expect([paid.account.left, toDecimal(paid.account.level)]).toEqual([11, '862.96']);
    expect(
      comingInstallments(paid.account)
        .map(({ payment }) => toDecimal(payment))
        .slice(0, 2),
    ).toEqual(['862.96', '862.96']);
  });

  it('named so by the payer, all of it is early principal: after 20 days, the installment lowered', () => {
    // 1,000 / (1 + 6.5 % × 20 / 365) = 1,000 / 1.003561643… = 996.450997… → 996.45 and 3.55.
    const paid = pay(sample(), '1000', '2027-02-04', { allEarly: true, earlyPrincipal: 'instalment' });
    expect(told(paid)).toEqual(['early interest 3.55', 'early principal 996.45']);
    // 9,003.55 over 12 months at 6.5 %: 862.964169… × 0.900355 = 776.974105…
    expect([paid.account.left, toDecimal(paid.account.level)]).toEqual([12, '776.97']);
  });

  it('interest of early principal is a twelfth of the year at most', () => {
    // Opened on 15 January, first due on 1 March: on 28 February 44 days have passed; 44 / 365 > 1 / 12.
    // 1,000 / (1 + 6.5 % / 12) = 994.612515…
    const account = sample({ firstDue: '2027-03-01' });
    expect(told(pay(account, '1000', '2027-02-28', { allEarly: true }))).toEqual([
      'early interest 5.39',
      'early principal 994.61',
    ]);
  });

  it('early principal after a prepaid month pays no interest again', () => {
    const prepaid = pay(sample(), '862.96', '2027-01-20').account;
    expect(told(pay(prepaid, '1000', '2027-01-25'))).toEqual(['early principal 1000']);
  });
});

describe('so little that its level rounds to nothing', () => {
  it('falls due all the same, a cent a month: a loan always ends', () => {
    // 10,000 less all but two cents, repaid early at no rate: 0.02 over 12 months are 0.00 a month.
    const { account } = pay(sample({ annual: percent('0') }), '9999.98', '2027-01-20', {
      earlyPrincipal: 'instalment',
      allEarly: true,
    });
    expect(account.level).toBe(rlusd('0.01'));
    expect(comingInstallments(account).map(({ payment }) => payment)).toEqual([rlusd('0.01'), rlusd('0.01')]);
    const tiny = sample({ principal: rlusd('0.01'), months: 36 });
    expect(comingInstallments(tiny).map(({ principal }) => principal)).toEqual([rlusd('0.01')]);
  });
});

describe('a payoff quote', () => {
  it('is the balance and interest by actual days since the last due date', () => {
    // Ten days after the first installment was paid: 9,191.21 × 6.5 % × 10 / 365 = 16.367908…
    const account = allocateToDue(fall(sample()), '2027-02-15').account;
    expect(payoffQuote(account, '2027-02-25')).toEqual({
      interest: rlusd('16.37'),
      principal: rlusd('9191.21'),
      amount: rlusd('9207.58'),
    });
  });
  it('with arrears has their interest too', () => {
    // Due 54.17 + 808.79; ten days on the 9,191.21 that are not due: 16.37.
    expect(toDecimal(payoffQuote(fall(sample()), '2027-02-25').amount)).toBe('10070.54');
  });
  it('is never more than a month ahead, and counts what is prepaid', () => {
    expect(payoffQuote(sample(), '2027-02-15').interest).toBe(rlusd('54.17')); // 31 days: 55.21 by days
    const prepaid = pay(sample(), '500', '2027-01-20').account;
    expect(toDecimal(payoffQuote(prepaid, '2027-01-20').amount)).toBe('9554.17');
  });
});

describe('the least that is repaid', () => {
  it('is 100, or what is due, or the payoff, whichever is less', () => {
    expect(minimumRepayment(sample(), '2027-01-20')).toBe(rlusd(100));
    const small = sample({ principal: rlusd(500) }); // 43.15 a month
    expect(minimumRepayment(small, '2027-01-20')).toBe(rlusd('43.15'));
    const tiny = sample({ principal: rlusd(20), months: 1 });
    expect(minimumRepayment(tiny, '2027-01-15')).toBe(rlusd(20));
  });
});

const DAYS = 31;
const story = fc.record({
  principal: fc.integer({ min: 100, max: 200_000 }),
  rate: fc.constantFrom('0', '3', '6.5', '7.3', '12'),
  months: fc.integer({ min: 1, max: 60 }),
  steps: fc.array(
    fc.record({
      falls: fc.nat({ max: 2 }),
      overdue: fc.boolean(),
      after: fc.nat({ max: DAYS }),
      cents: fc.integer({ min: 1, max: 3_000_000 }),
      early: fc.constantFrom<'term' | 'instalment'>('term', 'instalment'),
      allEarly: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

/** The account after a series of repayments, with each repayment checked. */
function played(
  { principal, rate, months, steps }: typeof story extends fc.Arbitrary<infer S> ? S : never,
  look: (amount: Micro, allocation: Allocation, before: LoanAccount) => void = () => {},
): LoanAccount {
  let account = sample({ principal: rlusd(principal), annual: percent(rate), months });
  for (const { falls, overdue, after, cents, early, allEarly } of steps) {
    for (let fallen = 0; fallen < falls && balanceOf(account) > 0n; fallen++) account = fall(account);
    if (overdue) account = inArrears(account);
    const amount = BigInt(cents) * 10_000n;
    const today = addDays(account.since, after);
    const allocation = allocateRepayment(account, amount, { today, earlyPrincipal: early, allEarly });
    look(amount, allocation, account);
    account = allocation.account;
  }
  return account;
}

describe('for any story of repayments', () => {
  it('parts are positive, sum to the amount, and the balance falls by the principal among them', () => {
    fc.assert(
      fc.property(story, (one) => {
        played(one, (amount, { parts, excess, account }, before) => {
          const sum = (of?: string) =>
            parts.filter((part) => !of || part.of === of).reduce((total, part) => total + part.amount, 0n);
          expect(parts.every((part) => part.amount > 0n)).toBe(true);
          expect(excess).toBeGreaterThanOrEqual(0n);
          expect(sum() + excess).toBe(amount);
          expect(balanceOf(account)).toBe(balanceOf(before) - sum('principal'));
          expect(balanceOf(account)).toBeGreaterThanOrEqual(0n);
          expect(account.prepaid.principal).toBeLessThanOrEqual(account.undue);
          expect(excess > 0n && !isPaidOff(account)).toBe(false);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('a quote paid at once closes the loan to zero, and a cent less does not', () => {
    fc.assert(
      fc.property(story, fc.nat({ max: DAYS }), (one, after) => {
        const account = played(one);
        if (isPaidOff(account)) return;
        const today = addDays(account.since, after);
        const { amount } = payoffQuote(account, today);
        const terms = { today, earlyPrincipal: 'term' as const };
        const closed = allocateRepayment(account, amount, terms);
        expect(isPaidOff(closed.account)).toBe(true);
        expect([balanceOf(closed.account), closed.excess]).toEqual([0n, 0n]);
        if (amount > 10_000n)
          expect(isPaidOff(allocateRepayment(account, amount - 10_000n, terms).account)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('what is still to come repays the balance, in installments that are not negative, the last of them the rest', () => {
    fc.assert(
      fc.property(story, (one) => {
        const account = played(one);
        const rows = comingInstallments(account);
        const principal = rows.reduce((sum, row) => sum + row.principal, 0n);
        expect(principal - account.prepaid.principal + dueOf(account).principal).toBe(balanceOf(account));
        expect(rows.every((row) => row.interest >= 0n && row.principal >= 0n)).toBe(true);
        expect(rows.at(-1)?.balance ?? 0n).toBe(0n);
        // Shortening the term never increases an installment, except for the rounding of the last one.
        for (const row of rows.slice(0, -1)) expect(row.payment - row.prepaid).toBeLessThanOrEqual(account.level);
      }),
      { numRuns: 1_000 },
    );
  });
});
