import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { CENT, divideHalfUp, parseRlusd } from '@tknest/contracts/money';

/** Half up, away from zero, so that a payment and its refund round alike. */
const toCents = (text: string): bigint => {
  const micro = parseRlusd(text);
  return micro < 0n ? -divideHalfUp(-micro, CENT) : divideHalfUp(micro, CENT);
};

/** `12.30`, `-0.05`. @param cents a whole number of hundredths */
export function centsText(cents: bigint): string {
  const abs = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
}

/** A statement for programs that only know cents. */
export interface InCents {
  opening: bigint;
  closing: bigint;
  entries: { movement: StatementMovement; cents: bigint }[];
  /**
   * The difference between the rounded entries and the rounded change from opening to closing: a separate entry if it
   * is not 0.
   */
  rounding: bigint;
}

/** Rounds each amount to cents; the total difference is stated, never hidden in an amount. */
export function inCents({ opening, closing, movements }: StatementView): InCents {
  const entries = movements.map((movement) => ({ movement, cents: toCents(movement.amount) }));
  const [from, to] = [toCents(opening), toCents(closing)];
  const moved = entries.reduce((sum, { cents }) => sum + cents, 0n);
  return { opening: from, closing: to, entries, rounding: to - from - moved };
}
