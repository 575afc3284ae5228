import { PREFIX, sha512Half, toHex } from '../codec/hash.js';
import { serialize } from '../codec/serializer.js';
import type { TransactionJson } from '../engine/transaction.js';
import type { LedgerEntry } from '../state/entries.js';
import { HashTree } from '../state/hash-tree.js';
import type { Metadata } from './metadata.js';

/** What a ledger's hash covers. */
export interface LedgerHeader {
  readonly index: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly totalCoins: bigint;
  readonly transactionHash: string;
  readonly accountHash: string;
  readonly parentCloseTime: number;
  /** Seconds since 2000-01-01. */
  readonly closeTime: number;
  /** Which network's ledger it is; no part of the hash. Above 1024 every transaction has to name it. */
  readonly networkId: number;
}

/** Close times are rounded to this many seconds on a network; it is part of the hash. */
export const CLOSE_TIME_RESOLUTION = 10;

/** A transaction as a closed ledger holds it. */
export interface LedgerTransaction {
  readonly id: string;
  readonly blob: string;
  readonly json: TransactionJson;
  readonly meta: Metadata;
}

/** A closed ledger, which is validated at once, because there are no other validators. */
export interface ClosedLedger {
  readonly header: LedgerHeader;
  readonly state: HashTree<LedgerEntry>;
  /** In the order they were applied. */
  readonly transactions: readonly LedgerTransaction[];
}

export const emptyState = (): HashTree<LedgerEntry> =>
  HashTree.empty((key, entry) => sha512Half(PREFIX.stateNode, serialize(entry as never), Buffer.from(key, 'hex')));

/** The root hash over transactions with their metadata. */
export function transactionTreeHash(transactions: readonly LedgerTransaction[]): string {
  const tree = HashTree.empty<LedgerTransaction>((key, { blob, meta }) => {
    const parts = [Buffer.from(blob, 'hex'), serialize(meta as never)].flatMap((bytes) => [
      lengthPrefix(bytes.length),
      bytes,
    ]);
    return sha512Half(PREFIX.transactionNode, ...parts, Buffer.from(key, 'hex'));
  });
  return toHex(tree.with(transactions.map((tx) => [tx.id, tx])).hash());
}

function lengthPrefix(n: number): Buffer {
  if (n <= 192) return Buffer.from([n]);
  if (n <= 12480) return Buffer.from([193 + ((n - 193) >> 8), (n - 193) & 0xff]);
  const rest = n - 12481;
  return Buffer.from([241 + (rest >> 16), (rest >> 8) & 0xff, rest & 0xff]);
}

/** The header as it is hashed (rippled: addRaw). */
export function headerBytes(header: Omit<LedgerHeader, 'hash'>): Buffer {
  const bytes = Buffer.alloc(4 + 8 + 3 * 32 + 4 + 4 + 1 + 1);
  let at = bytes.writeUInt32BE(header.index, 0);
  at = bytes.writeBigUInt64BE(header.totalCoins, at);
  for (const hash of [header.parentHash, header.transactionHash, header.accountHash])
    at += bytes.write(hash, at, 'hex');
  at = bytes.writeUInt32BE(header.parentCloseTime, at);
  at = bytes.writeUInt32BE(header.closeTime, at);
  bytes.writeUInt8(CLOSE_TIME_RESOLUTION, at);
  return bytes;
}

/** The header with its hash (rippled: calculateLedgerHash). */
export const sealHeader = (header: Omit<LedgerHeader, 'hash'>): LedgerHeader => ({
  ...header,
  hash: toHex(sha512Half(PREFIX.ledger, headerBytes(header))),
});
