/**
 * Amounts in the ledger's full precision. An RLUSD balance has 15 significant digits and no fixed number of decimals,
 * so books that must equal it count in units of 10^-15.
 */
import { InvalidAmount, MICRO, type Micro } from './rlusd.js';

/** Units of 10^-15 RLUSD. */
export type Exact = bigint;

const DECIMALS = 15;
const EXACT = 10n ** BigInt(DECIMALS);
const PER_MICRO = EXACT / MICRO;
const LEDGER_VALUE = /^(-)?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Reads a value as written by the ledger or an event, including exponents. @throws InvalidAmount if it has more
 * decimals
 */
export function parseExact(value: string): Exact {
  const { exact, rest } = read(value);
  if (rest) throw new InvalidAmount(value, `at most ${DECIMALS} decimals`);
  return exact;
}

/** Reads a value of the ledger; decimals beyond the books' precision are cut off. @throws InvalidAmount */
export const parseExactDown = (value: string): Exact => read(value).exact;

function read(value: string): { exact: Exact; rest: boolean } {
  const match = LEDGER_VALUE.exec(value);
  if (!match) throw new InvalidAmount(value, 'not a ledger value');
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const shift = DECIMALS - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  const exact = shift < 0 ? digits / divisor : digits * 10n ** BigInt(shift);
  return { exact: sign ? -exact : exact, rest: digits % divisor !== 0n };
}

export const exactOf = (micro: Micro): Exact => micro * PER_MICRO;

/** Rounded toward zero, so that books never claim more than there is. */
export const microOf = (exact: Exact): Micro => exact / PER_MICRO;

/** Canonical decimal text: no exponent, no trailing zeros. */
export function exactText(exact: Exact): string {
  const abs = exact < 0n ? -exact : exact;
  const fraction = (abs % EXACT).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${exact < 0n ? '-' : ''}${abs / EXACT}${fraction && `.${fraction}`}`;
}
