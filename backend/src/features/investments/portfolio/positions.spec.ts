import { describe, expect, it } from '@jest/globals';
import {
  openAccount,
  parseRlusd,
  withFallen,
  nextToFallDue,
  type LoanAccount,
  type Day,
} from '@tknest/contracts/money';
import fc from 'fast-check';
import { expectedOf, irrOf, outstandingOf, portfolioOf, type Bought, type Position, type Share } from './positions.js';

const bought = (day: Day, cost: number, fee = 0, more: Partial<Bought> = {}): Bought => ({
  day,
  tokens: cost / 100,
  cost: parseRlusd(cost),
  fee: parseRlusd(fee),
  monthly: 0n,
  ended: false,
  ...more,
});
const share = (day: Day, interest: number, principal: number, fee = 0): Share => ({
  day,
  amount: parseRlusd(interest) + parseRlusd(principal) - parseRlusd(fee),
  interest: parseRlusd(interest),
  principal: parseRlusd(principal),
});
const position = (more: Partial<Position>): Position => ({
  propertyId: 1,
  name: 'Sample Court',
  bought: [],
  received: [],
  loan: null,
  ...more,
});
/** 1,200 RLUSD without interest in twelve installments of 100, twelve tokens. */
const interestFree = (firstDue: Day = '2026-02-01'): LoanAccount =>
  openAccount({
    principal: parseRlusd(1200),
    annual: { num: 0n, den: 1n },
    months: 12,
    openedOn: '2026-01-01',
    firstDue,
  });
const loan = (account: LoanAccount) => ({ status: 'open' as const, tokens: 12, account });

describe('the rate of return of a position', () => {
  it.each<[string, Bought[], Share[], Day, number]>([
    [
      'a year’s gain after fees',
      [bought('2026-01-01', 1000, 25)],
      [share('2027-01-01', 76.25, 1000)],
      '2027-01-01',
      0.05,
    ],
    ['what is outstanding counts at par', [bought('2026-01-01', 1000)], [], '2027-01-01', 0],
    ['fees alone are a loss', [bought('2026-01-01', 1000, 25)], [], '2027-01-01', 1000 / 1025 - 1],
    // 1000 = 100/1.1 + 1100/1.1^2, two years of 365 days.
    [
      'interest and the end',
      [bought('2026-01-01', 1000)],
      [share('2027-01-01', 100, 0), share('2028-01-01', 100, 1000)],
      '2028-01-01',
      0.1,
    ],
  ])('%s', (_, bought, received, today, rate) => {
    expect(irrOf([position({ bought, received })], today)).toBeCloseTo(rate, 9);
  });

  it('says nothing within twelve months: the fee of the purchase would be most of it', () => {
    const own = [position({ bought: [bought('2026-01-01', 1000, 25)] })];
    expect(irrOf(own, '2026-12-31')).toBeNull();
    expect(irrOf(own, '2027-01-01')).toBeCloseTo(1000 / 1025 - 1, 9);
  });

  it('is expected from what is still due after the fee of autopay; an open sale does not count', () => {
    const account = openAccount({
      principal: parseRlusd(1000),
      annual: { num: 12n, den: 1n },
      months: 1,
      openedOn: '2026-01-01',
      firstDue: '2027-01-01',
    });
    const own = position({ bought: [bought('2026-01-01', 1000)], loan: { status: 'open', tokens: 10, account } });
    // 1,010 less 25.25.
    expect(expectedOf([own], '2026-02-01')).toBeCloseTo(984.75 / 1000 - 1, 9);
    const open = position({ propertyId: 2, bought: [bought('2026-01-15', 500)] });
    expect(expectedOf([own, open], '2026-02-01')).toBe(expectedOf([own], '2026-02-01'));
    expect(expectedOf([open], '2026-02-01')).toBeNull();
  });

  it('of nothing is nothing', () => {
    expect(portfolioOf([], '2026-01-01')).toEqual({
      positions: [],
      coming: [],
      income: [{ month: '2026-01', interest: 0, principal: 0, scheduled: 0 }],
      concentration: [],
      irr: null,
      expected: null,
    });
  });
});

describe('what is outstanding, received and still due', () => {
  it('is the par less the principal that came back; of a loan that is paid off nothing', () => {
    const own = position({ bought: [bought('2026-01-01', 600)], received: [share('2026-02-01', 3, 47.5)] });
    expect(outstandingOf(own)).toBe(parseRlusd(552.5));
    expect(outstandingOf({ ...own, loan: { ...loan(interestFree()), status: 'paid_off' } })).toBe(0n);
  });

  it('tokens that ended are no position’s any more; what they brought stays', () => {
    const ended = bought('2026-01-01', 600, 15, { ended: true });
    const [view] = portfolioOf(
      [position({ bought: [ended], received: [share('2026-06-01', 30, 600)] })],
      '2026-07-01',
    ).positions;
    expect(view).toMatchObject({ tokens: 0, cost: 615, valueAtPar: 0, outstanding: 0, received: 630, interest: 30 });
  });

  it('is the holder’s part of the schedule, the overdue in the present month, the rest in its own', () => {
    const account = interestFree();
    const fallen = nextToFallDue(account);
    const late = withFallen(account, fallen);
    const overdue = { ...late, due: late.due.map((one) => ({ ...one, inArrears: true })) };
    const own = position({ bought: [bought('2026-01-01', 600)], loan: loan(overdue) });
    const { positions, income } = portfolioOf([own], '2026-02-15');
    expect(positions[0]).toMatchObject({ stillDue: 600, arrears: 50, loanStatus: 'in_arrears' });
    expect(income.map(({ month, scheduled }) => `${month} ${scheduled}`)).toEqual([
      '2026-01 0',
      '2026-02 50',
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month} 50`),
      '2027-01 50',
    ]);
  });

  it('by day: what is behind since its oldest day, then the next three months after the fee of autopay', () => {
    // Due on Feb 1, a Sunday, and on Mar 1, another one.
    let account = interestFree();
    account = withFallen(account, { ...nextToFallDue(account), inArrears: true });
    account = withFallen(account, { ...nextToFallDue(account), inArrears: true });
    const own = position({ bought: [bought('2026-01-01', 600)], loan: loan(account) });
    const { coming } = portfolioOf([own], '2026-03-15');
    expect(coming.map(({ day, amount, behind }) => [day, amount, behind])).toEqual([
      ['2026-02-02', 100, 2],
      ['2026-04-01', 48.75, 0],
      ['2026-05-01', 48.75, 0],
      ['2026-06-01', 48.75, 0],
    ]);
    expect(coming[0]).toMatchObject({ propertyId: 1, name: 'Sample Court' });
  });

  it('an installment in its days of grace is expected today', () => {
    const account = withFallen(interestFree(), nextToFallDue(interestFree()));
    const own = position({ bought: [bought('2026-01-01', 600)], loan: loan(account) });
    expect(portfolioOf([own], '2026-02-04').coming[0]).toMatchObject({ day: '2026-02-04', amount: 48.75, behind: 0 });
  });

  it('what is prepaid of an installment is not due any more', () => {
    const prepaid = { ...interestFree(), prepaid: { interest: 0n, principal: parseRlusd(40) } };
    const own = position({ bought: [bought('2026-01-01', 600)], loan: loan(prepaid) });
    const { positions, income } = portfolioOf([own], '2026-01-15');
    expect(positions[0]!.stillDue).toBe(580);
    expect(income.find(({ month }) => month === '2026-02')!.scheduled).toBe(30);
  });

  it('before the loan begins nothing is said of what is due', () => {
    expect(portfolioOf([position({ bought: [bought('2026-01-01', 600)] })], '2026-01-02').positions[0]).toMatchObject({
      stillDue: null,
      loanStatus: null,
      arrears: 0,
    });
  });

  it('income stands in the month of its share, interest apart from returned principal, a year back at most', () => {
    const received = [share('2025-01-05', 9, 9), share('2026-02-05', 3, 40, 1), share('2026-02-25', 2, 41, 1)];
    const { income, positions } = portfolioOf(
      [position({ bought: [bought('2024-12-01', 600)], received })],
      '2026-03-01',
    );
    expect(income).toHaveLength(12);
    expect(income[0]!.month).toBe('2025-04');
    expect(income.at(-2)).toEqual({ month: '2026-02', interest: 5, principal: 81, scheduled: 0 });
    expect(positions[0]!.received).toBe(102);
  });
});

describe('concentration', () => {
  const of = (...costs: number[]) =>
    portfolioOf(
      costs.map((cost, index) =>
        position({ propertyId: index + 1, name: `House ${index + 1}`, bought: [bought('2026-01-01', cost)] }),
      ),
      '2026-02-01',
    ).concentration.map(({ propertyId, share }) => [propertyId, share]);
  it('is the share of each property in what is outstanding, the largest first', () => {
    expect(of(100, 300, 100)).toEqual([
      [2, 0.6],
      [1, 0.2],
      [3, 0.2],
    ]);
  });
  it('sums to one, whatever the amounts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 }), (costs) => {
        const total = of(...costs).reduce((sum, [, share]) => sum + share!, 0);
        expect(total).toBeCloseTo(1, 4);
      }),
    );
  });
});
