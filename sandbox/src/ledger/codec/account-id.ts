import { decodeAccountID, encodeAccountID, isValidClassicAddress } from 'xrpl';

/** The account nobody owns; issuer of a trust line's balance. */
export const ACCOUNT_ONE = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
/** Twenty zero bytes; stands for "no account" and is refused in transactions. */
export const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

// Base58 with its double SHA-256 checksum is by far the dearest step of serialising: remember what was decoded.
const LIMIT = 200_000;
const decoded = new Map<string, Buffer>();

/** The 20 bytes behind a classic address. */
export function accountId(address: string): Buffer {
  let id = decoded.get(address);
  if (!id) {
    id = Buffer.from(decodeAccountID(address));
    if (decoded.size >= LIMIT) decoded.clear();
    decoded.set(address, id);
  }
  return id;
}

export const addressOf = (id: Uint8Array): string => encodeAccountID(id);

/** Whether `text` is a classic address with a right checksum. */
export const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && (decoded.has(text) || isValidClassicAddress(text));

/** Orders accounts as numbers: the smaller one is the "low" side of a trust line. */
export const compareAccounts = (a: string, b: string): number => Buffer.compare(accountId(a), accountId(b));
