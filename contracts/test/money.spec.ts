import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import golden from './data/loan_cases.json' with { type: 'json' };
import {
  allocate,
  divideHalfUp,
  effectiveAnnualBps,
  exactOf,
  exactText,
  exactPayment,
  feeOf,
  fitsRent,
  formatRlusd,
  largestGoalThatFits,
  judgeTerms,
  microOf,
  minimumTerm,
  parseExact,
  parseLedgerValue,
  parseRlusd,
  paymentOf,
  payoutPerToken,
  percent,
  recomputedTerm,
  rentCap,
  schedule,
  toDecimal,
  toNumber,
  yieldsOf,
} from '../src/money/index.js';

const cents = (text: string) => parseRlusd(text, 6);

describe('RLUSD amounts', () => {
  it('round-trip through their decimal text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        (micro) => parseRlusd(toDecimal(micro)) === micro,
      ),
    );
  });
  it('round-trip through JSON numbers below 2^33 RLUSD', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 33n * 10n ** 6n - 1n }),
        (micro) => parseRlusd(JSON.parse(JSON.stringify(toNumber(micro)))) === micro,
      ),
    );
  });
  it.each(['1e5', ' 1', '+1', '.5', '1,5', 'NaN', '', '0x10', '1.'])('refuse %j', (text) =>
    expect(() => parseRlusd(text)).toThrow(),
  );
  it.each([NaN, Infinity, 1.1234567])('refuse the number %p', (value) => expect(() => parseRlusd(value)).toThrow());
  it('refuse more decimals than a person may enter', () => expect(() => parseRlusd(1.005, 2)).toThrow(/2 decimals/));
  it('read the exponent form of the ledger', () => {
    expect(parseLedgerValue('1000000000000000e-4')).toBe(parseRlusd('100000000000'));
    expect(parseLedgerValue('1234567891234000e-3')).toBe(parseRlusd('1234567891234'));
    expect(parseLedgerValue('-1e-7')).toBe(0n);
  });
  it('print with comma groups and a real minus', () => {
    expect(formatRlusd(parseRlusd('1250'))).toBe('1,250.00');
    expect(formatRlusd(parseRlusd('200'), 0)).toBe('200');
    expect(formatRlusd(parseRlusd('-12.5'))).toBe('−12.50');
    expect(formatRlusd(parseRlusd('2.668461'))).toBe('2.668461');
  });
});

describe('fees', () => {
  it.each(golden.platform_fee_cases)('2.5 % of $amount is $platform_fee_2_5pct_half_up', (row) => {
    const amount = parseRlusd(row.amount);
    expect(feeOf(amount, 250n)).toBe(cents(row.platform_fee_2_5pct_half_up));
    expect(amount + feeOf(amount, 250n)).toBe(cents(row.total_added_on_top));
  });
});

describe('loan mathematics', () => {
  it.each(golden.payment_cases)('$principal at $annual_rate_pct % over $months months', (row) => {
    const [principal, annual] = [parseRlusd(row.principal), percent(row.annual_rate_pct)];
    expect(paymentOf(principal, annual, row.months)).toBe(cents(row.payment_half_up));
    const { num, den } = exactPayment(principal, annual, row.months);
    expect(divideHalfUp(num * 10n ** 6n, den).toString()).toBe(row.payment_exact.replace('.', '').replace(/^0+/, ''));
    const rows = schedule(principal, annual, row.months);
    expect(rows.at(-1)!.balance).toBe(0n);
    expect(rows.at(-1)!.payment).toBe(cents(row.schedule_final_payment));
    expect(rows.reduce((sum, one) => sum + one.interest, 0n)).toBe(cents(row.schedule_total_interest));
    expect(rows.reduce((sum, one) => sum + one.principal, 0n)).toBe(principal);
  });
  it.each(golden.min_term_cases)('minimum term of $principal at $annual_rate_pct %, rent $monthly_rent', (row: any) => {
    const cap =
      row.monthly_rent !== undefined
        ? rentCap(parseRlusd(row.monthly_rent))
        : { num: parseRlusd(row.cap_30pct), den: 1n };
    expect(minimumTerm(parseRlusd(row.principal), percent(row.annual_rate_pct), cap)).toBe(
      row.impossible ? null : row.min_term_exact,
    );
  });
  it.each(golden.cap_boundary_cases)('the exact payment is compared with the cap: $principal, cap $cap', (row) => {
    expect(
      minimumTerm(parseRlusd(row.principal), percent(row.annual_rate_pct), { num: parseRlusd(row.cap), den: 1n }),
    ).toBe(row.min_term_exact);
  });
  it.each(golden.yield_cases)('yields of $principal over $months months', (row) => {
    const annual = percent(row.annual_rate_pct);
    const perToken = payoutPerToken(parseRlusd(row.principal), annual, row.months, row.token_count);
    expect(toDecimal(perToken)).toBe(row.monthly_payout_per_token);
    const yields = yieldsOf(perToken, parseRlusd(row.token_price), row.months);
    expect(Number(yields.annualYieldBps) / 100).toBeCloseTo(Number(row.spec_annual_yield_formula_pct), 2);
    expect(Number(effectiveAnnualBps(annual)) / 100).toBeCloseTo(Number(row.effective_annual_pct), 1);
  });
  it('a term fits exactly from the minimum on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 100, max: 20_000 }),
        (goal, rate, rent) => {
          const [p, annual, r] = [parseRlusd(goal), percent((rate / 10).toFixed(1)), parseRlusd(rent)];
          const minimum = minimumTerm(p, annual, rentCap(r));
          if (minimum === null || minimum > 120) return true;
          return fitsRent(p, annual, minimum, r) && (minimum === 1 || !fitsRent(p, annual, minimum - 1, r));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the 30 % rule of document 1 §5', () => {
  const terms = (goal: number, months: number) => ({
    goal: parseRlusd(goal),
    rent: parseRlusd(2500),
    annual: percent(6.5),
    months,
  });
  it('§9: the default listing needs 37 months, which the slider rounds up to 42', () => {
    expect(judgeTerms(terms(25_000, 12))).toMatchObject({
      verdict: 'term-too-short',
      minimumTerm: 37,
      message: 'Term too short. Minimum 37 months required to keep payments under 30% of rent.',
    });
    expect(recomputedTerm(parseRlusd(25_000), parseRlusd(2500), percent(6.5))).toBe(42);
    expect(judgeTerms(terms(25_000, 42))).toMatchObject({
      verdict: 'fits',
      message: 'Payment complies with 30% rule. Monthly payment is 26.7% of rent.',
    });
  });
  it('a goal beyond 60 months is too high, and the largest that fits is offered', () => {
    expect(judgeTerms(terms(40_000, 60))).toMatchObject({
      verdict: 'goal-too-high',
      message: 'Funding goal too high. Even with maximum term, payments would exceed 30% of rent.',
    });
    expect(largestGoalThatFits(parseRlusd(2500), percent(6.5))).toBe(parseRlusd(35_000));
  });
});

/** One case writes its thousand equal weights, and the ones and zeros they get, in short. */
const unfold = (list: any): number[] =>
  Array.isArray(list)
    ? list
    : list.repeat !== undefined
      ? Array(list.count).fill(list.repeat)
      : [...Array(list.ones).fill(1), ...Array(list.zeros).fill(0)];

describe('division among holders', () => {
  it.each(golden.largest_remainder_cases)('$total_minor_units by $weights', (row) => {
    const weights = new Map(unfold(row.weights).map((w, i) => [String(i).padStart(4, '0'), BigInt(w)]));
    expect([...allocate(BigInt(row.total_minor_units), weights).values()].map(Number)).toEqual(unfold(row.shares));
  });
  it('the parts sum to the total, each within one unit of its exact share, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.dictionary(fc.string({ minLength: 1 }), fc.bigInt({ min: 0n, max: 10n ** 9n }), { minKeys: 1 }),
        (total, dictionary) => {
          const weights = new Map(Object.entries(dictionary));
          const sum = [...weights.values()].reduce((a, b) => a + b, 0n);
          fc.pre(sum > 0n);
          const parts = allocate(total, weights);
          const reversed = allocate(total, new Map([...weights].reverse()));
          expect([...parts.values()].reduce((a, b) => a + b, 0n)).toBe(total);
          for (const [key, part] of parts) {
            expect(reversed.get(key)).toBe(part);
            const exact = total * weights.get(key)!;
            expect(part * sum > exact - sum && part * sum < exact + sum).toBe(true);
          }
        },
      ),
    );
  });
});

describe('amounts in the precision of the ledger', () => {
  it('round-trip through their text', () => {
    const any = fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n });
    fc.assert(fc.property(any, (exact) => parseExact(exactText(exact)) === exact));
  });
  it('hold every micro-unit, and give back no more than they hold', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (micro) => microOf(exactOf(micro)) === micro));
    expect(microOf(parseExact('1.0000009'))).toBe(1_000_000n);
    expect(microOf(parseExact('-1.0000009'))).toBe(-1_000_000n);
  });
  it('are read as the ledger writes them', () => {
    expect(exactText(parseExact('1.5e3'))).toBe('1500');
    expect(exactText(parseExact('1234e-9'))).toBe('0.000001234');
    expect(exactText(parseExact('-0.000000000000001'))).toBe('-0.000000000000001');
    expect(() => parseExact('1e-16')).toThrow('at most 15 decimals');
    expect(() => parseExact('ten')).toThrow('not a ledger value');
  });
});
