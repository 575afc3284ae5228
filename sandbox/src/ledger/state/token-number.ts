/**
 * The decimal floating-point number of issued tokens: sixteen significant digits, exponent −96 … 80.
 * Zero is mantissa 0. Sums are exact and then rounded half to even, as rippled's Number does.
 */
export interface TokenNumber {
  readonly mantissa: bigint;
  readonly exponent: number;
}

export const MIN_MANTISSA = 10n ** 15n;
export const MAX_MANTISSA = 10n ** 16n - 1n;
export const MIN_EXPONENT = -96;
export const MAX_EXPONENT = 80;
export const ZERO: TokenNumber = { mantissa: 0n, exponent: -100 };

const POWERS: bigint[] = Array.from({ length: 40 }, (_, i) => 10n ** BigInt(i));
export const power = (n: number): bigint => POWERS[n] ?? 10n ** BigInt(n);
const digits = (n: bigint): number => n.toString().length;

/** Thrown where a number is too large to be written; rippled's transactors answer tecPATH_DRY or tefEXCEPTION to it. */
export class TokenOverflow extends Error {}

/** The direction of rounding; `nearest` takes the even neighbor if the digit is exactly half way. */
export type Rounding = 'nearest' | 'down' | 'up';

/** An integer ÷ unit, rounded; for numbers that are not negative. */
export function divide(n: bigint, unit: bigint, rounding: Rounding): bigint {
  const whole = n / unit;
  const rest = n % unit;
  if (rest === 0n || rounding === 'down') return whole;
  if (rounding === 'up') return whole + 1n;
  const twice = rest * 2n;
  return twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/**
 * Brings any integer × 10^exponent to sixteen digits, rounding its magnitude. Too small becomes zero, too large throws.
 */
export function normalize(mantissa: bigint, exponent: number, rounding: Rounding = 'nearest'): TokenNumber {
  if (mantissa === 0n) return ZERO;
  const negative = mantissa < 0n;
  let m = negative ? -mantissa : mantissa;
  const surplus = digits(m) - 16;
  if (surplus < 0) m *= power(-surplus);
  else if (surplus > 0) m = divide(m, power(surplus), rounding);
  let e = exponent + surplus;
  if (m > MAX_MANTISSA) {
    m = MIN_MANTISSA;
    e += 1;
  }
  if (e < MIN_EXPONENT) return ZERO;
  if (e > MAX_EXPONENT) throw new TokenOverflow('token amount too large');
  return { mantissa: negative ? -m : m, exponent: e };
}

const SYNTAX = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads "12.5", "-3e7" or "1000000000000000e-4". */
export function parseNumber(text: string): TokenNumber {
  const match = SYNTAX.exec(text);
  if (!match || !(match[2] || match[3])) throw new Error(`not a token amount: ${text}`);
  const fraction = match[3] ?? '';
  const mantissa = BigInt((match[2] ?? '') + fraction);
  return normalize(match[1] === '-' ? -mantissa : mantissa, Number(match[4] ?? 0) - fraction.length);
}

/**
 * Writes a number as rippled's STAmount::getText does: plain digits while the exponent is 0 or −25 … −5, otherwise the
 * sixteen-digit mantissa with `e` and the exponent.
 */
export function formatNumber(n: TokenNumber): string {
  if (n.mantissa === 0n) return '0';
  const sign = n.mantissa < 0n ? '-' : '';
  const m = (n.mantissa < 0n ? -n.mantissa : n.mantissa).toString();
  if (n.exponent === 0) return sign + m;
  if (n.exponent < -25 || n.exponent > -5) return `${sign}${m}e${n.exponent}`;
  const point = m.length + n.exponent;
  const whole = point > 0 ? m.slice(0, point) : '0';
  const fraction = (point > 0 ? m.slice(point) : '0'.repeat(-point) + m).replace(/0+$/, '');
  return sign + whole + (fraction && `.${fraction}`);
}

export const isZero = (n: TokenNumber): boolean => n.mantissa === 0n;
export const signOf = (n: TokenNumber): number => (n.mantissa > 0n ? 1 : n.mantissa < 0n ? -1 : 0);
export const negate = (n: TokenNumber): TokenNumber => ({ mantissa: -n.mantissa, exponent: n.exponent });

export function add(a: TokenNumber, b: TokenNumber): TokenNumber {
  if (a.mantissa === 0n) return b;
  if (b.mantissa === 0n) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  return normalize(a.mantissa * power(a.exponent - exponent) + b.mantissa * power(b.exponent - exponent), exponent);
}

export const subtract = (a: TokenNumber, b: TokenNumber): TokenNumber => add(a, negate(b));

export function compare(a: TokenNumber, b: TokenNumber): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0 || a.mantissa === 0n) return Math.sign(signs);
  if (a.exponent !== b.exponent) return a.exponent > b.exponent === a.mantissa > 0n ? 1 : -1;
  return a.mantissa > b.mantissa ? 1 : a.mantissa < b.mantissa ? -1 : 0;
}

export const smaller = (a: TokenNumber, b: TokenNumber): TokenNumber => (compare(a, b) <= 0 ? a : b);

/** How many decimal places 10^n needs to reach `n`: rippled's log10Ceil. */
const log10Ceil = (n: bigint): number => (n <= 1n ? 0 : digits(n - 1n));

/**
 * amount × numerator ÷ denominator. The quotient is kept to eighteen digits and normalised to sixteen; what did not
 * divide moves the last digit up or down by one. The steps, and so the last digit, are those of rippled's mulRatio
 * (IOUAmount.cpp).
 */
export function mulRatio(amount: TokenNumber, numerator: number, denominator: number, roundUp: boolean): TokenNumber {
  if (amount.mantissa === 0n) return ZERO;
  const negative = amount.mantissa < 0n;
  const product = (negative ? -amount.mantissa : amount.mantissa) * BigInt(numerator);
  const by = BigInt(denominator);
  let low = product / by;
  let rest = product % by;
  let exponent = amount.exponent;
  const room = 18 - log10Ceil(low);
  if (rest > 0n && room > 0) {
    exponent -= room;
    low = low * power(room) + (rest * power(room)) / by;
    rest = (rest * power(room)) % by;
  }
  let inexact = rest > 0n;
  const shrink = log10Ceil(low) - 18;
  if (shrink > 0) {
    inexact ||= low % power(shrink) > 0n;
    low /= power(shrink);
    exponent += shrink;
  }
  const result = normalize(negative ? -low : low, exponent);
  if (!inexact || roundUp === negative) return result;
  return normalize(result.mantissa + (negative ? -1n : 1n), result.exponent);
}
