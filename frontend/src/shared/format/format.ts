import { formatRlusd, parseRlusd, toNumber } from '@tknest/contracts/money';
import { capitalized } from '@tknest/contracts/words';

/** `1,250.00` from a JSON number, through its decimal text; up to six decimals only if requested. */
export function rlusd(amount: number, decimals: 'two' | 'six' = 'two'): string {
  const micro = parseRlusd(Math.abs(amount) < 1e-6 ? 0 : amount.toFixed(6));
  if (decimals === 'six') return formatRlusd(micro);
  const cents = (micro + (micro < 0n ? -5_000n : 5_000n)) / 10_000n;
  return formatRlusd(cents * 10_000n);
}

/** The exact sum of amounts with six decimals; a minus subtracts: 0.1 and 0.2 are 0.3. */
export const sumOf = (...amounts: readonly number[]): number =>
  toNumber(amounts.reduce((sum, amount) => sum + parseRlusd(amount.toFixed(6)), 0n));

/** `41,230`, of a whole number; the first use of the browser's own format takes a slow phone 50 ms. */
export const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
/** `26.7%` */
export const percent = (value: number, digits = 1) => `${value.toFixed(digits)}%`;

/** `1 token`, `5 tokens` */
export const tokens = (number: number) => (number === 1 ? '1 token' : `${count(number)} tokens`);

/** `Property purchase`: a type or kind as display text. */
export const wordsOf = (type: string) => capitalized(type.replaceAll(/[_-]/g, ' ')).replace(/\brlusd\b/i, 'RLUSD');

/** First 12 characters of a wallet, first 8 of a hash (REQ-2.2.10.6). */
export const shortWallet = (wallet: string) => wallet.slice(0, 12);
export const shortHash = (hash: string) => hash.slice(0, 8);

/**
 * `1,250.00`, `2.668461`: at least two and at most six decimals of an amount in decimal text. Every digit is kept, no
 * JavaScript number is made of it.
 */
export const exact = (decimal: string): string => formatRlusd(parseRlusd(decimal));

/** `+46.88`, `−500.00`, `0.00`: incoming and outgoing amounts. */
export const withSign = (decimal: string): string => `${parseRlusd(decimal) > 0n ? '+' : ''}${exact(decimal)}`;

/** `24 KB`, `1.8 MB` */
export const fileSize = (bytes: number) =>
  bytes < 1_000_000 ? `${count(Math.max(1, Math.ceil(bytes / 1024)))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
