import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addMonths,
  afterFees,
  allocate,
  comingInstallments,
  feeOf,
  openAccount,
  parseRlusd,
  payoutPerToken,
  percent,
  toDecimal,
  type Micro,
} from '../src/money/index.js';
import { FEES_BPS } from '../src/rules/index.js';

const told = (price: string, monthly: string, months: number) => {
  const { paid, back, kept } = afterFees(parseRlusd(price), parseRlusd(monthly), months);
  return [paid, back, kept].map(toDecimal);
};

describe('what an investor keeps after fees', () => {
  it.each([
    ['100', '2.668461', 42, ['102.5', '109.27', '6.77']],
    ['2500', '66.711525', 42, ['2562.5', '2731.84', '169.34']],
    ['100', '8.629642', 12, ['102.5', '100.97', '-1.53']],
  ])('of %s with %s a month over %d months', (price, monthly, months, expected) =>
    expect(told(price, monthly, months)).toEqual(expected),
  );

  const life = fc
    .record({
      sold: fc.integer({ min: 1, max: 5_000 }),
      annual: fc.integer({ min: 0, max: 200 }),
      months: fc.integer({ min: 1, max: 60 }),
    })
    .chain((loan) =>
      fc.record({
        loan: fc.constant(loan),
        own: fc.integer({ min: 1, max: loan.sold }),
        // How the landlord pays each installment.
        byHand: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      }),
    );

  it('is the least that a holder receives over a loan’s life, and all of it by autopay', () => {
    fc.assert(
      fc.property(life, ({ loan: { sold, annual, months }, own, byHand }) => {
        const [price, rate] = [parseRlusd(100), percent(String(annual / 10))];
        const principal = price * BigInt(sold);
        const account = openAccount({
          principal,
          annual: rate,
          months,
          openedOn: '2026-01-01',
          firstDue: addMonths('2026-01-01', 1),
        });
        const holders = new Map([
          ['own', BigInt(own)],
          ['others', BigInt(sold - own)],
        ]);
        const received = (hand: (nth: number) => boolean | undefined): Micro =>
          comingInstallments(account).reduce((sum, { payment }, nth) => {
            const shared = hand(nth) ? payment : payment - feeOf(payment, FEES_BPS.autopay);
            return sum + allocate(shared, holders).get('own')!;
          }, 0n);
        const share = payoutPerToken(principal, rate, months, sold) * BigInt(own);
        const { back } = afterFees(price * BigInt(own), share, months);
        // A month's installment and its fee are rounded to cents, and the share of a token to a micro-unit.
        const tolerance = parseRlusd('0.01') * BigInt(months + 1) + BigInt(own * months);
        const off = received(() => false) - back;
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(tolerance);
        expect(received((nth) => byHand[nth])).toBeGreaterThanOrEqual(back - tolerance);
      }),
    );
  });
});
