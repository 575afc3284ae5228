import { createHash } from 'node:crypto';

/** Four-byte prefixes that keep hashes of different kinds apart (rippled: HashPrefix.h). */
export const PREFIX = {
  transactionId: Buffer.from('TXN\0', 'latin1'),
  transactionNode: Buffer.from('SND\0', 'latin1'),
  transactionSetNode: Buffer.from('TXN\0', 'latin1'),
  stateNode: Buffer.from('MLN\0', 'latin1'),
  innerNode: Buffer.from('MIN\0', 'latin1'),
  ledger: Buffer.from('LWR\0', 'latin1'),
  signing: Buffer.from('STX\0', 'latin1'),
  multiSigning: Buffer.from('SMT\0', 'latin1'),
} as const;

/** The first half of SHA-512: the ledger's hash function for everything. */
export function sha512Half(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}

export const toHex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();

/** 64 zeros: "no hash". */
export const ZERO_HASH = '0'.repeat(64);
