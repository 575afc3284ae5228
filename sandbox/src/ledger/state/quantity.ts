import type { Amount } from './entries.js';
import type { Issue } from './issue.js';
import * as token from './token-number.js';

/** How much of something: drops of XRP as an integer, tokens as their floating-point number. */
export type Quantity = bigint | token.TokenNumber;

export const quantityOf = (amount: Amount): Quantity =>
  typeof amount === 'string' ? BigInt(amount) : token.parseNumber(amount.value);

export const amountOf = (quantity: Quantity, { currency, issuer }: Issue): Amount =>
  typeof quantity === 'bigint' ? quantity.toString() : { currency, issuer, value: token.formatNumber(quantity) };

/** Nothing, of the same kind. */
export const zeroLike = (quantity: Quantity): Quantity => (typeof quantity === 'bigint' ? 0n : token.ZERO);

export const signOf = (quantity: Quantity): number =>
  typeof quantity === 'bigint' ? Number(quantity > 0n) - Number(quantity < 0n) : token.signOf(quantity);
export const isZero = (quantity: Quantity): boolean => signOf(quantity) === 0;

/** The two of one kind that `both` makes of two quantities; mixing XRP with tokens is a mistake of the program. */
function pair<T>(
  a: Quantity,
  b: Quantity,
  ofXrp: (a: bigint, b: bigint) => T,
  ofTokens: (a: token.TokenNumber, b: token.TokenNumber) => T,
): T {
  if (typeof a === 'bigint' && typeof b === 'bigint') return ofXrp(a, b);
  if (typeof a !== 'bigint' && typeof b !== 'bigint') return ofTokens(a, b);
  throw new Error('XRP and tokens cannot be added or compared');
}

export const compare = (a: Quantity, b: Quantity): number =>
  pair(a, b, (x, y) => Number(x > y) - Number(x < y), token.compare);
export const add = (a: Quantity, b: Quantity): Quantity => pair<Quantity>(a, b, (x, y) => x + y, token.add);
export const subtract = (a: Quantity, b: Quantity): Quantity => pair<Quantity>(a, b, (x, y) => x - y, token.subtract);
export const smaller = (a: Quantity, b: Quantity): Quantity => (compare(a, b) <= 0 ? a : b);

/** quantity × numerator ÷ denominator, for rates and qualities in billionths (rippled: mulRatio). */
export function mulRatio(quantity: Quantity, numerator: number, denominator: number, roundUp: boolean): Quantity {
  if (numerator === denominator) return quantity;
  if (typeof quantity !== 'bigint') return token.mulRatio(quantity, numerator, denominator, roundUp);
  return token.divide(quantity * BigInt(numerator), BigInt(denominator), roundUp ? 'up' : 'down');
}

/** Adds from the smallest to the largest, which loses the fewest digits. */
export const sum = (quantities: readonly Quantity[], nothing: Quantity): Quantity =>
  [...quantities].sort(compare).reduce(add, nothing);
