/** `0000…5852500000000000`: XRP spelt as an issued currency, which is never allowed (rippled: badCurrency). */
export const BAD_CURRENCY = '0000000000000000000000005852500000000000';

/** The 20 bytes of a currency code: three characters at bytes 12–14, or 40 hex digits as they are. */
export function currencyBytes(code: string): Buffer {
  if (code.length === 40) return Buffer.from(code, 'hex');
  const bytes = Buffer.alloc(20);
  if (code !== 'XRP') bytes.write(code, 12, 3, 'latin1');
  return bytes;
}
