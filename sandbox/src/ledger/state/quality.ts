import type { Quantity } from './quantity.js';
import {
  divide,
  MAX_MANTISSA,
  MIN_EXPONENT,
  MIN_MANTISSA,
  normalize,
  power,
  type Rounding,
  type TokenNumber,
} from './token-number.js';

/**
 * What goes in for each unit that comes out, in the 64 bits that order books are sorted by: eight of exponent, the rest
 * mantissa (rippled: Quality). The smaller number is the better quality.
 */
export type Quality = bigint;

const MANTISSA_BITS = 56n;
const EXPONENT_OFFSET = 100;
const MAX_TICK_SIZE = 16;

const encode = ({ mantissa, exponent }: TokenNumber): Quality =>
  (BigInt(exponent + EXPONENT_OFFSET) << MANTISSA_BITS) | mantissa;

/** in ÷ out as a number. */
export const rateOf = (quality: Quality): TokenNumber => ({
  mantissa: quality & ((1n << MANTISSA_BITS) - 1n),
  exponent: Number(quality >> MANTISSA_BITS) - EXPONENT_OFFSET,
});

/** The quality of giving `out` for `in`; the last digit is rounded as rippled's getRate does. */
export function qualityOf(out: Quantity, given: Quantity): Quality {
  const [n, d] = [scaled(given), scaled(out)];
  if (n.mantissa === 0n || d.mantissa === 0n) return 0n;
  return encode(normalize((n.mantissa * power(17)) / d.mantissa + 5n, n.exponent - d.exponent - 17));
}

/** One to one. */
export const PAR: Quality = encode({ mantissa: MIN_MANTISSA, exponent: -15 });

/** The quality of going through one and then the other (rippled: composed_quality). */
export const compose = (a: Quality, b: Quality): Quality => encode(multiplyRound(rateOf(a), rateOf(b), false, true));

/** Makes a quality worse until it has no more than so many digits, as an issuer's tick size asks (rippled: round). */
export function roundToTick(quality: Quality, digits: number): Quality {
  if (digits >= MAX_TICK_SIZE) return quality;
  const unit = power(16 - digits);
  const exponent = quality >> MANTISSA_BITS;
  const mantissa = quality & ((1n << MANTISSA_BITS) - 1n);
  return (exponent << MANTISSA_BITS) | (divide(mantissa, unit, 'up') * unit);
}

/** Quality as the last digits of a book page's index, and as a directory's ExchangeRate. */
export const qualityDigits = (quality: Quality): string => quality.toString(16).toUpperCase().padStart(16, '0');

/** XRP is scaled to the sixteen digits that tokens have. */
function scaled(quantity: Quantity): TokenNumber {
  if (typeof quantity !== 'bigint') return quantity;
  let [mantissa, exponent] = [quantity, 0];
  for (; mantissa > 0n && mantissa < MIN_MANTISSA; exponent--) mantissa *= 10n;
  return { mantissa, exponent };
}

type Kind<Xrp extends boolean> = Xrp extends true ? bigint : TokenNumber;

/** mantissa × 10^exponent as drops or as tokens. */
function quantityFrom(mantissa: bigint, exponent: number, toXrp: boolean, rounding: Rounding): Quantity {
  if (!toXrp) return normalize(mantissa, exponent, rounding);
  return exponent >= 0 ? mantissa * power(exponent) : divide(mantissa, power(-exponent), rounding);
}

/**
 * a × b, rounded up or down. `strict` rounds on every digit; without it some are forgotten, as it was before books were
 * found blocked by that, and payments across currencies still have it so (rippled: mulRound, mulRoundStrict).
 */
export function multiplyRound<Xrp extends boolean>(
  a: Quantity,
  b: Quantity,
  toXrp: Xrp,
  roundUp: boolean,
  strict = false,
): Kind<Xrp> {
  const [x, y] = [scaled(a), scaled(b)];
  const product = divide(x.mantissa * y.mantissa, power(14), roundUp ? 'up' : 'down');
  const exponent = x.exponent + y.exponent + 14;
  const [mantissa, at] = roundUp ? shortenUp(product, exponent, toXrp, strict) : [product, exponent];
  return atLeast(quantityFrom(mantissa, at, toXrp, strict ? 'down' : 'nearest'), product, toXrp, roundUp);
}

/** a ÷ b, rounded up or down (rippled: divRound, divRoundStrict). */
export function divideRound<Xrp extends boolean>(
  a: Quantity,
  b: Quantity,
  toXrp: Xrp,
  roundUp: boolean,
  strict = false,
): Kind<Xrp> {
  const [x, y] = [scaled(a), scaled(b)];
  const quotient = divide(x.mantissa * power(17), y.mantissa, roundUp ? 'up' : 'down');
  const exponent = x.exponent - y.exponent - 17;
  const [mantissa, at] = roundUp ? shortenUp(quotient, exponent, toXrp, false) : [quotient, exponent];
  const rounding = strict ? (roundUp ? 'up' : 'down') : 'nearest';
  return atLeast(quantityFrom(mantissa, at, toXrp, rounding), quotient, toXrp, roundUp);
}

/** a × b and a ÷ b to the nearest (rippled: multiply, divide). */
export const multiply = (a: Quantity, b: Quantity, toXrp: boolean): Quantity => {
  const [x, y] = [scaled(a), scaled(b)];
  return quantityFrom(x.mantissa * y.mantissa, x.exponent + y.exponent, toXrp, 'nearest');
};
export const divideNear = (a: Quantity, b: Quantity, toXrp: boolean): Quantity => {
  const [x, y] = [scaled(a), scaled(b)];
  return quantityFrom((x.mantissa * power(17)) / y.mantissa + 5n, x.exponent - y.exponent - 17, toXrp, 'nearest');
};

/** Takes away the digits that cannot be kept, upwards (rippled: canonicalizeRound, canonicalizeRoundStrict). */
function shortenUp(value: bigint, exponent: number, toXrp: boolean, strict: boolean): [bigint, number] {
  let [v, e] = [value, exponent];
  let dropped = 0;
  let lost = false;
  const limit = toXrp ? undefined : 10n * MAX_MANTISSA;
  if (toXrp ? e >= 0 : v <= MAX_MANTISSA) return [v, e];
  for (; limit === undefined ? e < -1 : v > limit; e++, dropped++) {
    lost ||= v % 10n !== 0n;
    v /= 10n;
  }
  const lift = !toXrp ? 9n : strict ? (lost ? 10n : 9n) : dropped >= 2 ? 9n : 10n;
  return [(v + lift) / 10n, e + 1];
}

/** What is more than nothing does not become nothing when it is rounded up. */
function atLeast<Xrp extends boolean>(result: Quantity, exact: bigint, toXrp: Xrp, roundUp: boolean): Kind<Xrp> {
  const isNothing = typeof result === 'bigint' ? result === 0n : result.mantissa === 0n;
  const least: Quantity = toXrp ? 1n : { mantissa: MIN_MANTISSA, exponent: MIN_EXPONENT };
  return (roundUp && exact > 0n && isNothing ? least : result) as Kind<Xrp>;
}
