/**
 * RLUSD as bigint micro-units: 1 RLUSD = 1,000,000. JSON carries decimal numbers with at most six decimals; they are
 * converted to micro-units through their decimal text, so that no arithmetic is done on JavaScript numbers.
 */
export type Micro = bigint;

export const MICRO = 1_000_000n;
export const CENT: Micro = 10_000n;

const DECIMAL = /^(-)?(\d+)(?:\.(\d+))?$/;

/** Thrown for text that is not an amount, or has more decimals than allowed. */
export class InvalidAmount extends Error {
  constructor(
    readonly value: unknown,
    reason: string,
  ) {
    super(`${JSON.stringify(value)} is not an amount: ${reason}`);
    this.name = 'InvalidAmount';
  }
}

/**
 * Reads an amount from its decimal text, or from a JSON number through the shortest text that denotes it.
 * @param maxDecimals decimals allowed (2 for user input, 6 on the ledger)
 * @throws InvalidAmount
 */
export function parseRlusd(value: string | number, maxDecimals = 6): Micro {
  const text = typeof value === 'number' ? numberText(value) : value;
  const [, sign, whole, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new InvalidAmount(value, 'write it as digits with a decimal point');
  const fraction = decimals.replace(/0+$/, '');
  if (fraction.length > maxDecimals) throw new InvalidAmount(value, `at most ${maxDecimals} decimals`);
  const micro = BigInt(whole) * MICRO + BigInt(fraction.padEnd(6, '0') || '0');
  return sign ? -micro : micro;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new InvalidAmount(value, 'not finite');
  const text = String(value);
  return text.includes('e') ? expand(text) : text;
}

/** 1e-7 → 0.0000001, 1e21 → 1000000000000000000000. */
function expand(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string];
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole, fraction = ''] = mantissa.replace('-', '').split('.') as [string, string?];
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Reads an amount in the ledger's notation, with exponents for large and small numbers. Decimals beyond six are cut
 * off, so that books never claim more than the ledger has.
 */
export function parseLedgerValue(value: string): Micro {
  const text = value.includes('e') ? expand(value) : value;
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return parseRlusd(fraction ? `${whole}.${fraction.slice(0, 6)}` : whole);
}

/** Canonical decimal text: no exponent, no trailing zeros. The form for the ledger and for hashes. */
export function toDecimal(micro: Micro): string {
  const sign = micro < 0n ? '-' : '';
  const abs = micro < 0n ? -micro : micro;
  const fraction = (abs % MICRO).toString().padStart(6, '0').replace(/0+$/, '');
  return `${sign}${abs / MICRO}${fraction && `.${fraction}`}`;
}

/** The JSON number of an amount; exact below 2^33 = 8,589,934,592 RLUSD, where doubles lie closer than a micro-unit. */
export function toNumber(micro: Micro): number {
  return Number(toDecimal(micro));
}

/**
 * `1,250.00`, `2.668461`: comma groups, at least `min` and at most six decimals, trailing zeros cut after the `min`-th.
 */
export function formatRlusd(micro: Micro, min = 2): string {
  const [whole, fraction = ''] = toDecimal(micro).replace('-', '').split('.') as [string, string?];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const decimals = fraction.padEnd(min, '0');
  return `${micro < 0n ? '−' : ''}${grouped}${decimals && `.${decimals}`}`;
}

/** Integer division of non-negative numbers, rounded half up. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

const BASIS_POINTS = 10_000n;

/**
 * The platform fee on an amount, rounded half up to the cent. 2.5 % (250 basis points) of 100 is 2.50; of 0.19 it is
 * 0.00.
 */
export function feeOf(amount: Micro, basisPoints: bigint): Micro {
  return divideHalfUp(amount * basisPoints, BASIS_POINTS * CENT) * CENT;
}
