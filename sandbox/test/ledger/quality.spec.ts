import { describe, expect, it } from '@jest/globals';
import { bookPrefix } from '../../src/ledger/state/keylets.js';
import {
  compose,
  divideRound,
  multiplyRound,
  PAR,
  qualityDigits,
  qualityOf,
  rateOf,
  roundToTick,
} from '../../src/ledger/state/quality.js';
import { formatNumber, normalize, parseNumber, type TokenNumber } from '../../src/ledger/state/token-number.js';

/** a × 10^ea against b × 10^eb, exactly. */
function compareExactly(a: bigint, ea: number, b: bigint, eb: number): number {
  const least = Math.min(ea, eb);
  const [x, y] = [a * 10n ** BigInt(ea - least), b * 10n ** BigInt(eb - least)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const numbers: TokenNumber[] = Array.from({ length: 60 }, (_, i) =>
  normalize((BigInt(i) * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 10n ** 16n || 1n, (i % 12) - 18),
);

describe('qualities of offers', () => {
  it('stand in the index of a book as a real node writes them', () => {
    const issuer = 'rnhvcDNfVgGtW6zR5SakZPmzV9sgsB67Vw';
    expect(
      bookPrefix({ currency: 'XRP', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' }, { currency: 'USD', issuer }),
    ).toHaveLength(48);
    expect(qualityDigits(qualityOf(parseNumber('250'), 500_000_000n))).toBe('5B071AFD498D0000');
    expect(qualityDigits(qualityOf(parseNumber('10'), 28_000_000n))).toBe('5B09F295CD5F0000');
    expect(qualityDigits(qualityOf(7_000_000n, parseNumber('7')))).toBe('4F038D7EA4C68000');
  });

  it('the better one is the smaller number; one to one changes nothing', () => {
    expect(qualityOf(parseNumber('3'), parseNumber('2')) < qualityOf(parseNumber('2'), parseNumber('3'))).toBe(true);
    expect(qualityOf(parseNumber('7'), parseNumber('7'))).toBe(PAR);
    for (const n of numbers) expect(compose(PAR, qualityOf(n, 1000n))).toBe(qualityOf(n, 1000n));
  });

  it('a tick size makes a quality worse, by less than one tick', () => {
    const quality = qualityOf(parseNumber('3'), parseNumber('1'));
    expect(formatNumber(rateOf(roundToTick(quality, 5)))).toBe('0.33334');
    expect(roundToTick(quality, 16)).toBe(quality);
  });
});

describe('products and quotients that are rounded', () => {
  const sideOf = (result: TokenNumber, a: TokenNumber, b: TokenNumber): number =>
    compareExactly(result.mantissa, result.exponent, a.mantissa * b.mantissa, a.exponent + b.exponent);
  const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const));

  it('down: never above what is exact', () => {
    for (const [a, b] of pairs) {
      expect(sideOf(multiplyRound(a, b, false, false, true), a, b)).toBeLessThanOrEqual(0);
      expect(sideOf(a, divideRound(a, b, false, false, true), b)).toBeGreaterThanOrEqual(0);
    }
  });

  it('up: never below what is exact but for what lies behind the seventeenth digit, which the network forgets', () => {
    const bitMore = (n: TokenNumber): TokenNumber => ({ mantissa: n.mantissa * 100n + 10n, exponent: n.exponent - 2 });
    for (const [a, b] of pairs) {
      expect(sideOf(bitMore(multiplyRound(a, b, false, true, true)), a, b)).toBeGreaterThanOrEqual(0);
      expect(sideOf(a, bitMore(divideRound(a, b, false, true, true)), b)).toBeLessThanOrEqual(0);
    }
  });

  it('into drops: a tenth of a drop too much is rounded up, strictly any part of one', () => {
    const rate = parseNumber('1.00000001');
    expect(multiplyRound(parseNumber('1000000'), rate, true, true)).toBe(1_000_000n);
    expect(multiplyRound(parseNumber('1000000'), rate, true, true, true)).toBe(1_000_001n);
    expect(multiplyRound(parseNumber('20000000'), rate, true, true)).toBe(20_000_001n);
    expect(multiplyRound(parseNumber('1000000.9'), parseNumber('1'), true, false, true)).toBe(1_000_000n);
  });

  it('what is more than nothing stays so when rounded up', () => {
    expect(multiplyRound(parseNumber('1e-50'), parseNumber('1e-50'), true, true)).toBe(1n);
    expect(formatNumber(multiplyRound(parseNumber('1e-60'), parseNumber('1e-60'), false, true))).toBe(
      '1000000000000000e-96',
    );
  });
});
