import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterFees, feeOf, parseRlusd, percent, schedule, toDecimal, type Micro } from '../src/money/index.js';
import { FEES_BPS } from '../src/rules/index.js';

const told = (price: string, profit: number) => {
  const { paid, back, kept } = afterFees(parseRlusd(price), profit);
  return [paid, back, kept].map(toDecimal);
};

describe('what an investor keeps after fees', () => {
  it.each([
    ['100', 12.08, ['102.5', '109.28', '6.78']],
    ['100', 3.56, ['102.5', '100.97', '-1.53']],
    ['500', 1.63, ['512.5', '495.45', '-17.05']],
  ])('%s with %d %% over the term', (price, profit, expected) => expect(told(price, profit)).toEqual(expected));

  it('is what a loan’s installments pay by autopay, however long it lives, to a few cents of rounding', () => {
    const loan = fc.record({
      tokens: fc.bigInt({ min: 1n, max: 5_000n }),
      annual: fc.integer({ min: 30, max: 200 }),
      months: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(loan, ({ tokens, annual, months }) => {
        const price: Micro = tokens * parseRlusd(100);
        const shares = schedule(price, percent(String(annual / 10)), months).map(({ payment }) => payment);
        const total = shares.reduce((sum, one) => sum + one, 0n);
        const profit = Number(((total - price) * 10_000n) / price) / 100;
        const back = shares.reduce((sum, one) => sum + one - feeOf(one, FEES_BPS.autopay), 0n);
        // Percent with two decimals, and the fee of each month rounded to a cent.
        const tolerance = price / 10_000n + parseRlusd('0.01') * BigInt(months + 1);
        const off = afterFees(price, profit).back - back;
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(tolerance);
      }),
    );
  });
});
