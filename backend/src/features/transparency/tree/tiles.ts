/**
 * The tree in tiles (C2SP tlog-tiles): a tile of level 0 holds up to 256 leaves, one of level L + 1 the roots of up to
 * 256 full tiles of level L. A full tile never changes, so anybody may cache it. Pure.
 */
import { HASH_BYTES, nodeOf, type Subtrees } from './merkle.js';

/** The number of leaves of a tile, and of the tree's levels that it spans. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

export interface TilePlace {
  level: number;
  index: number;
}
export interface Tile extends TilePlace {
  /** 32 bytes for each hash, in order. */
  hashes: Buffer;
}

/** Reads a tile as far as it has grown; empty if it has not begun. */
export type ReadTile = (place: TilePlace) => Promise<Buffer>;

export const hashAt = (hashes: Buffer, index: number): Buffer =>
  hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);

/** The root over 2^n hashes. */
function merge(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0]!;
  const above: Uint8Array[] = [];
  for (let i = 0; i < hashes.length; i += 2) above.push(nodeOf(hashes[i]!, hashes[i + 1]!));
  return merge(above);
}

/** The number of hashes of the level in the tree of `size` leaves. */
const hashesOfLevel = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);

/** The number of hashes of a tile in the tree of `size` leaves: 0 if it does not exist, 256 if it is full. */
export const widthOf = ({ level, index }: TilePlace, size: number): number =>
  Math.min(TILE_WIDTH, Math.max(0, hashesOfLevel(level, size) - index * TILE_WIDTH));

/** Complete subtrees, read from tiles. @throws RangeError if the tiles do not extend that far */
export const subtreesFrom =
  (read: ReadTile): Subtrees =>
  async (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const count = 2 ** (height % TILE_HEIGHT);
    const first = index * count;
    const tile = await read({ level, index: Math.floor(first / TILE_WIDTH) });
    const begin = first % TILE_WIDTH;
    if (tile.length < (begin + count) * HASH_BYTES)
      throw new RangeError(`The tree does not hold subtree ${index} of height ${height} yet`);
    return merge(Array.from({ length: count }, (_, at) => hashAt(tile, begin + at)));
  };

/** Adds leaves to a tree of `size` leaves. @returns every changed tile in its new state */
export async function grow(read: ReadTile, size: number, leaves: readonly Uint8Array[]): Promise<Tile[]> {
  const changed: Tile[] = [];
  let added = leaves;
  for (let level = 0, from = size; added.length > 0; level++, from = Math.floor(from / TILE_WIDTH)) {
    let index = Math.floor(from / TILE_WIDTH);
    const begun = from % TILE_WIDTH;
    // Hashes beyond the tree's size are left over from a longer tree and are ignored.
    const kept = begun > 0 ? (await read({ level, index })).subarray(0, begun * HASH_BYTES) : Buffer.alloc(0);
    const all = Buffer.concat([kept, ...added]);
    const full: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += TILE_WIDTH * HASH_BYTES, index++) {
      const hashes = all.subarray(at, at + TILE_WIDTH * HASH_BYTES);
      changed.push({ level, index, hashes });
      if (hashes.length === TILE_WIDTH * HASH_BYTES)
        full.push(merge(Array.from({ length: TILE_WIDTH }, (_, i) => hashAt(hashes, i))));
    }
    added = full;
  }
  return changed;
}
