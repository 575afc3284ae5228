import { describe, expect, it } from '@jest/globals';
import { parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';
import fc from 'fast-check';
import { periodOf, stateOf } from './period.js';
import { computeStatement, signed, type Moved } from './statement.js';

const moved = (type: Moved['type'], direction: Moved['direction'], amount: string, parts?: string[]): Moved => ({
  type,
  direction,
  refunds: type === 'refund' ? 'purchase' : null,
  amount: parseRlusd(amount),
  parts: parts
    ? { interest: parseRlusd(parts[0]!), principal: parseRlusd(parts[1]!), fee: parseRlusd(parts[2]!) }
    : null,
});

const inWords = (opening: string, movements: Moved[]) => {
  const { closing, balances, totals, rentReceived } = computeStatement(parseRlusd(opening), movements);
  return {
    closing: toDecimal(closing),
    balances: balances.map(toDecimal),
    totals: Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, toDecimal(amount)])),
    rentReceived: toDecimal(rentReceived),
  };
};

describe('the arithmetic of a statement (money 1)', () => {
  /**
   * By hand, an investor's first month: 0 - 1200 = -1200; - 30 = -1230; + 101.059999 = -1128.940001;
   * + 300 (refunded) = -828.940001; + 7.5 (its fee sent back) = -821.440001; - 50 = -871.440001; + 12.1 = -859.340001.
   * Bought 1200 - 300 = 900. Fees 30 - 7.5 + 5.333333 = 27.833333. The share: 6.666667 + 99.726665 - 5.333333 =
   * 101.059999.
   */
  it('of an investor', () => {
    expect(
      inWords('0', [
        moved('purchase', 'out', '1200'),
        moved('fee', 'out', '30'),
        moved('rent_share', 'in', '101.059999', ['6.666667', '99.726665', '5.333333']),
        moved('refund', 'in', '300'),
        moved('fee', 'in', '7.5'),
        moved('direct_payment', 'out', '50'),
        moved('direct_payment', 'in', '12.1'),
      ]),
    ).toEqual({
      closing: '-859.340001',
      balances: ['-1200', '-1230', '-1128.940001', '-828.940001', '-821.440001', '-871.440001', '-859.340001'],
      totals: {
        bought: '900',
        sold: '0',
        repaid: '0',
        interest: '6.666667',
        principal: '99.726665',
        fees: '27.833333',
        deposited: '0',
      },
      rentReceived: '101.059999',
    });
  });

  /**
   * By hand: 100 + 1200 = 1300; - 400 = 900; - 103.56 = 796.44; + 250 = 1046.44; - 300 = 746.44; + 3.56 = 750.
   * Sold 1200 - 300 = 900, repaid 103.56 - 3.56 = 100.
   */
  it('of a landlord: what is repaid or deposited is neither interest nor principal, and nothing was bought', () => {
    expect(
      inWords('100', [
        moved('purchase', 'in', '1200'),
        moved('deposit', 'out', '400'),
        moved('repayment', 'out', '103.56'),
        moved('withdrawal', 'in', '250'),
        moved('refund', 'out', '300'),
        { ...moved('refund', 'in', '3.56'), refunds: 'repayment' },
      ]),
    ).toEqual({
      closing: '750',
      balances: ['1300', '900', '796.44', '1046.44', '746.44', '750'],
      totals: {
        bought: '0',
        sold: '900',
        repaid: '100',
        interest: '0',
        principal: '0',
        fees: '0',
        deposited: '150',
      },
      rentReceived: '0',
    });
  });

  const anyMoved = fc.record({
    type: fc.constantFrom<Moved['type']>(
      'purchase',
      'refund',
      'repayment',
      'deposit',
      'withdrawal',
      'direct_payment',
      'fee',
    ),
    direction: fc.constantFrom<Moved['direction']>('in', 'out'),
    refunds: fc.constantFrom('purchase' as const, 'repayment' as const, null),
    amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    parts: fc.constant(null),
  });
  const aShare = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 10n }), fc.bigInt({ min: 0n, max: 10n ** 10n }))
    .map(([interest, principal]): Moved => {
      const fee = (interest + principal) / 20n;
      return {
        type: 'rent_share',
        direction: 'in',
        refunds: null,
        amount: interest + principal - fee,
        parts: { interest, principal, fee },
      };
    });
  const many = fc.array(fc.oneof(anyMoved, aShare), { maxLength: 40 });
  const opened = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

  it('the movements sum to closing minus opening, to the micro-unit', () => {
    fc.assert(
      fc.property(opened, many, (opening, movements) => {
        const { closing, balances } = computeStatement(opening, movements);
        expect(closing - opening).toBe(movements.map(signed).reduce((a, b) => a + b, 0n));
        expect(balances.at(-1) ?? opening).toBe(closing);
      }),
    );
  });

  it('a year is its months one after another, wherever they are cut', () => {
    fc.assert(
      fc.property(opened, many, fc.nat(40), (opening, movements, cut) => {
        const year = computeStatement(opening, movements);
        const first = computeStatement(opening, movements.slice(0, cut));
        const second = computeStatement(first.closing, movements.slice(cut));
        expect(second.closing).toBe(year.closing);
        expect([...first.balances, ...second.balances]).toEqual(year.balances);
        for (const name of Object.keys(year.totals) as (keyof typeof year.totals)[])
          expect(first.totals[name] + second.totals[name]).toBe(year.totals[name]);
      }),
    );
  });

  it('rent received is interest plus principal minus the fees of rent shares', () => {
    fc.assert(
      fc.property(fc.array(aShare), (shares) => {
        const { totals, rentReceived } = computeStatement(0n, shares);
        expect(rentReceived).toBe(totals.interest + totals.principal - totals.fees);
      }),
    );
  });
});

describe('the period of a statement (money 1)', () => {
  it.each([
    ['2026-11', { from: '2026-11-01', to: '2026-11-30' }],
    ['2026-12', { from: '2026-12-01', to: '2026-12-31' }],
    ['2028-02', { from: '2028-02-01', to: '2028-02-29' }],
    ['2026', { from: '2026-01-01', to: '2026-12-31' }],
  ])('%s has its days', (name, expected) => expect(periodOf(name)).toEqual({ name, ...expected }));

  it.each(['2026-13', '2026-00', '26', '2026-1', '2026-11-01', 'last', ''])('%j is none', (name) =>
    expect(periodOf(name)).toBeNull(),
  );

  it('runs from its first business day to its last; the clock can be in it before', () => {
    const november = periodOf('2026-11')!;
    const on = (today: Day, moment = '2026-10-31T23:59:59.999Z') => stateOf(november, today, new Date(moment));
    expect(on('2026-10-31')).toBe('future');
    expect(on('2026-10-31', '2026-11-01T00:00:00.000Z')).toBe('running');
    expect(on('2026-11-01')).toBe('running');
    expect(on('2026-11-30', '2026-12-01T03:00:00.000Z')).toBe('running');
    expect(on('2026-12-01')).toBe('ended');
  });
});
