/** `0000…5852500000000000`: XRP spelt as an issued currency, which is never allowed (rippled: badCurrency). */
export const BAD_CURRENCY = '0000000000000000000000005852500000000000';

/** The 20 bytes of a currency code: three characters at bytes 12–14, or 40 hex digits as they are. */
export function currencyBytes(code: string): Buffer {
  if (code.length === 40) return Buffer.from(code, 'hex');
  const bytes = Buffer.alloc(20);
  if (code !== 'XRP') bytes.write(code, 12, 3, 'latin1');
  return bytes;
}

const ISO = /^[0-9a-zA-Z?!@#$%^&*(){}[\]|]{3}$/;

/** A currency as JSON spells it: three characters where the other bytes are zero, else 40 hex digits. */
export function currencyCode(bytes: Buffer): string {
  const hex = bytes.toString('hex').toUpperCase();
  const code = bytes.toString('latin1', 12, 15);
  const isShort = hex.startsWith('0'.repeat(24)) && hex.endsWith('0'.repeat(10));
  if (isShort && code === '\0\0\0') return 'XRP';
  return isShort && code !== 'XRP' && ISO.test(code) ? code : hex;
}
