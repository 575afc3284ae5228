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
