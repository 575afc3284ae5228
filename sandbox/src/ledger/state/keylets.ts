import { accountId } from '../codec/account-id.js';
import { currencyBytes } from '../codec/currency.js';
import { sha512Half, toHex } from '../codec/hash.js';
import type { Issue } from './issue.js';

/** Where entries live: each kind hashes a two-byte space and what identifies it (rippled: Indexes.cpp). */
const SPACE = {
  account: 'a',
  directoryPage: 'd',
  trustLine: 'r',
  ownerDirectory: 'O',
  book: 'B',
  offer: 'o',
  check: 'C',
  signers: 'S',
  ticket: 'T',
  depositPreauth: 'p',
  amendments: 'f',
  fees: 'e',
};

function key(space: keyof typeof SPACE, ...parts: Buffer[]): string {
  return toHex(sha512Half(Buffer.from([0, SPACE[space].charCodeAt(0)]), ...parts));
}

function uint32(n: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
}

// The same accounts and lines are looked up over and over: each index costs a hash.
const LIMIT = 200_000;
const remembered = new Map<string, string>();
function once(name: string, make: () => string): string {
  let index = remembered.get(name);
  if (index === undefined) {
    index = make();
    if (remembered.size >= LIMIT) remembered.clear();
    remembered.set(name, index);
  }
  return index;
}

export const accountKey = (address: string): string => once(address, () => key('account', accountId(address)));

export const ownerDirectoryKey = (address: string): string =>
  once(`O${address}`, () => key('ownerDirectory', accountId(address)));

/** Page 0 of a directory is its root. */
export function directoryPageKey(root: string, page: bigint): string {
  if (page === 0n) return root;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(page);
  return key('directoryPage', Buffer.from(root, 'hex'), bytes);
}

export function trustLineKey(a: string, b: string, currency: string): string {
  return once(`${a}${b}${currency}`, () => {
    const [low, high] = [accountId(a), accountId(b)].sort(Buffer.compare) as [Buffer, Buffer];
    return key('trustLine', low, high, currencyBytes(currency));
  });
}

export const ticketKey = (address: string, sequence: number): string =>
  key('ticket', accountId(address), uint32(sequence));
export const signerListKey = (address: string): string => key('signers', accountId(address), uint32(0));
export const offerKey = (address: string, sequence: number): string =>
  key('offer', accountId(address), uint32(sequence));
export const checkKey = (address: string, sequence: number): string =>
  key('check', accountId(address), uint32(sequence));
/** What the indexes of a book's first pages begin with: 48 digits; the other 16 are a quality. */
export const bookPrefix = (pays: Issue, gets: Issue): string =>
  key(
    'book',
    currencyBytes(pays.currency),
    currencyBytes(gets.currency),
    accountId(pays.issuer),
    accountId(gets.issuer),
  ).slice(0, 48);
export const depositPreauthKey = (owner: string, authorized: string): string =>
  key('depositPreauth', accountId(owner), accountId(authorized));
export const FEES_KEY = key('fees');
export const AMENDMENTS_KEY = key('amendments');
