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

const encoded = new Map<string, string>();

/** The classic address of 20 bytes. */
export function addressOf(id: Buffer): string {
  const key = id.toString('latin1');
  let address = encoded.get(key);
  if (address === undefined) {
    address = encodeAccountID(id);
    if (encoded.size >= LIMIT) encoded.clear();
    encoded.set(key, address);
    decoded.set(address, Buffer.from(id));
  }
  return address;
}

/** Whether `text` is a classic address with a right checksum. */
export const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && (decoded.has(text) || isValidClassicAddress(text));

/** Orders accounts as numbers: the smaller one is the "low" side of a trust line. */
export const compareAccounts = (a: string, b: string): number => Buffer.compare(accountId(a), accountId(b));
