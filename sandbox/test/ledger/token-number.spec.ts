import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  add,
  compare,
  formatNumber,
  mulRatio,
  negate,
  normalize,
  parseNumber,
  subtract,
  type TokenNumber,
} from '../../src/ledger/state/token-number.js';

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 16n) + 1n, max: 10n ** 16n - 1n }), fc.integer({ min: -20, max: 20 }))
  .map(([m, e]) => normalize(m, e));
const scaled = (n: TokenNumber, exponent = -60): bigint =>
  n.mantissa * 10n ** BigInt(n.exponent === -100 ? 0 : n.exponent - exponent);
const of = parseNumber;

describe('sixteen-digit token arithmetic', () => {
  it('a number comes back from its own spelling', () => {
    fc.assert(fc.property(number, (n) => expect(of(formatNumber(n))).toEqual(n)));
  });

  it('sums are exact, then rounded half to even in the sixteenth digit', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const exact = scaled(a) + scaled(b);
        expect(add(a, b)).toEqual(normalize(exact, -60));
      }),
    );
    expect(formatNumber(add(of('110'), of('99.50248756218905')))).toBe('209.502487562189');
    expect(formatNumber(add(of('1e15'), of('0.1')))).toBe('1000000000000000');
    expect(formatNumber(add(of('1e15'), of('0.5')))).toBe('1000000000000000');
    expect(formatNumber(add(of('1000000000000001'), of('0.5')))).toBe('1000000000000002');
  });

  it('order and opposite agree with the numbers themselves', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const difference = scaled(a) - scaled(b);
        expect(compare(a, b)).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
        expect(compare(negate(a), negate(b))).toBe(-compare(a, b) || 0);
      }),
    );
    expect(subtract(of('7'), of('7')).mantissa).toBe(0n);
  });

  it('a transfer rate rounds against the payer on the way in, and against the receiver on the way out', () => {
    expect(formatNumber(mulRatio(of('100'), 1_005_000_000, 1_000_000_000, true))).toBe('100.5');
    expect(formatNumber(mulRatio(of('100'), 1_000_000_000, 1_005_000_000, false))).toBe('99.50248756218905');
    expect(formatNumber(mulRatio(of('100'), 1_000_000_000, 1_005_000_000, true))).toBe('99.50248756218906');
    fc.assert(
      fc.property(
        number.filter((n) => n.mantissa > 0n),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        (n, num, den) => {
          expect(compare(mulRatio(n, num, den, false), mulRatio(n, num, den, true))).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('what is too small is zero, what is too large is refused', () => {
    expect(of('1e-97')).toEqual({ mantissa: 0n, exponent: -100 });
    expect(() => of('1e97')).toThrow('too large');
    expect(() => of('12,5')).toThrow('not a token amount');
  });
});
