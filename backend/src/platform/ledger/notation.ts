/** How the ledger writes things down: amounts, memos and currency codes. Pure. */
import { CURRENCY } from '@tknest/contracts/rules';
import type { Amount } from './ledger-port.js';

/** Whether an amount is RLUSD of this issuer, because any account can issue a currency with that name. */
export const isRlusd = (amount: Amount | null, issuer: string): amount is Exclude<Amount, string> =>
  amount !== null && typeof amount === 'object' && amount.currency === CURRENCY.rlusd && amount.issuer === issuer;

/** Text in a memo (XRPL, "Memos Field"): upper-case hexadecimal. */
export const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

/** Text of a known type, for programs. */
export const memoOf = ({ type, format }: { type: string; format: string }, data: string) => ({
  Memo: { MemoType: hexOf(type), MemoFormat: hexOf(format), MemoData: hexOf(data) },
});

/**
 * A currency code as the ledger writes it (XRPL "Currency Codes"): three characters unchanged, longer names as 20 bytes
 * in hex.
 * @returns null if it is not a currency code
 */
export function currencyCode(currency: string): string | null {
  if (/^[0-9A-Fa-f]{40}$/.test(currency)) return currency.startsWith('00') ? null : currency.toUpperCase();
  if (!/^[\x21-\x7e]{3,20}$/.test(currency) || currency === 'XRP') return null;
  if (currency.length === 3) return /^[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}$/.test(currency) ? currency : null;
  return Buffer.from(currency, 'utf8').toString('hex').toUpperCase().padEnd(40, '0');
}
