import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { CENT, divideHalfUp, parseRlusd } from '@tknest/contracts/money';

/** Half up, away from zero, so that a payment and its refund round alike. */
const microToCents = (micro: bigint): bigint => (micro < 0n ? -divideHalfUp(-micro, CENT) : divideHalfUp(micro, CENT));
const toCents = (text: string): bigint => microToCents(parseRlusd(text));

/** `12.30`, `-0.05`. @param cents a whole number of hundredths */
export function centsText(cents: bigint): string {
  const abs = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
}

/** A statement for programs that only know cents. */
export interface InCents {
  opening: bigint;
  closing: bigint;
  entries: CentsEntry[];
}

export interface CentsEntry {
  /** What moved; of a rounding entry, the movement after which it stands. */
  movement: StatementMovement;
  cents: bigint;
  isRounding: boolean;
}

/**
 * Rounds each amount to cents. Where the sum of rounded amounts leaves the rounded balance, a rounding entry of a cent
 * follows. It depends on that movement and the balance before it only, so every statement with the movement has the
 * same entry, whatever its period: importing a month to date, the month and the year states nothing twice.
 */
export function inCents({ opening, closing, movements }: StatementView): InCents {
  let [balance, stated] = [parseRlusd(opening), toCents(opening)];
  const entries: CentsEntry[] = [];
  for (const movement of movements) {
    balance += parseRlusd(movement.amount);
    const cents = toCents(movement.amount);
    entries.push({ movement, cents, isRounding: false });
    const rounding = microToCents(balance) - stated - cents;
    if (rounding !== 0n) entries.push({ movement, cents: rounding, isRounding: true });
    stated = microToCents(balance);
  }
  return { opening: toCents(opening), closing: toCents(closing), entries };
}
