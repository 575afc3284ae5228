/**
 * The Merkle tree over the log, as RFC 6962 §2.1 has it: a leaf is SHA-256(0x00 ‖ the event's seal), a node is
 * SHA-256(0x01 ‖ left ‖ right), and a tree of n leaves splits at the largest power of two below n. Pure.
 */
import { createHash } from 'node:crypto';

export const HASH_BYTES = 32;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** @param eventSeal the event's hash in the chain, 32 bytes */
export const leafOf = (eventSeal: Uint8Array): Buffer => sha256(LEAF, eventSeal);
export const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);
/** The root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = sha256();

/** The root of a complete subtree: 2^height leaves, the `index`th of its height. */
export type Subtrees = (height: number, index: number) => Promise<Uint8Array>;

/** The largest power of two below n, which is at least 2. */
function splitOf(n: number): number {
  let half = 1;
  while (half * 2 < n) half *= 2;
  return half;
}

/** The root over the leaves from `first` up to `end`; `first` must begin a large enough subtree. */
async function rootBetween(of: Subtrees, first: number, end: number): Promise<Uint8Array> {
  const count = end - first;
  const height = Math.round(Math.log2(count));
  if (2 ** height === count) return of(height, first / count);
  const middle = first + splitOf(count);
  return nodeOf(await rootBetween(of, first, middle), await rootBetween(of, middle, end));
}

/** The root of the tree of the first `size` leaves. */
export const rootOf = async (of: Subtrees, size: number): Promise<Uint8Array> =>
  size === 0 ? EMPTY_ROOT : rootBetween(of, 0, size);

/**
 * The inclusion proof of leaf `index` in the tree of `size` leaves: the sibling hashes on the path to the root, from
 * the leaf upward (RFC 6962 §2.1.1). @throws RangeError if the tree has no such leaf
 */
export async function inclusionProof(of: Subtrees, index: number, size: number): Promise<Uint8Array[]> {
  if (!(Number.isInteger(index) && index >= 0 && index < size)) throw new RangeError(`No leaf ${index} of ${size}`);
  let [first, end] = [0, size];
  const downwards: Promise<Uint8Array>[] = [];
  while (end - first > 1) {
    const middle = first + splitOf(end - first);
    if (index < middle) [downwards[downwards.length], end] = [rootBetween(of, middle, end), middle];
    else [downwards[downwards.length], first] = [rootBetween(of, first, middle), middle];
  }
  return (await Promise.all(downwards)).reverse();
}
