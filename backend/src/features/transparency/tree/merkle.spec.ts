import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_ROOT, inclusionProof, leafOf, nodeOf, rootOf } from './merkle.js';
import { grow, subtreesFrom, widthOf, type Tile, type TilePlace } from './tiles.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The leaves and roots that Certificate Transparency's own tests publish (RFC 6962's reference implementation). */
const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

class Tiles {
  readonly tiles = new Map<string, Buffer>();
  size = 0;
  readonly read = async ({ level, index }: TilePlace) => this.tiles.get(`${level}/${index}`) ?? Buffer.alloc(0);
  readonly subtrees = subtreesFrom(this.read);
  async add(leaves: readonly Uint8Array[]): Promise<Tile[]> {
    const changed = await grow(this.read, this.size, leaves);
    for (const { level, index, hashes } of changed) this.tiles.set(`${level}/${index}`, hashes);
    this.size += leaves.length;
    return changed;
  }
}

/** RFC 6962 §2.1, word for word. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeOf(definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
}
const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => leafOf(Buffer.from(`event ${i}`)));

async function treeOf(count: number, step = count): Promise<Tiles> {
  const tiles = new Tiles();
  const leaves = leavesOf(count);
  for (let at = 0; at < count; at += step) await tiles.add(leaves.slice(at, at + step));
  return tiles;
}

describe('the tree over the log', () => {
  it('has the published roots of RFC 6962', async () => {
    const tiles = new Tiles();
    for (const [at, input] of INPUTS.entries()) {
      await tiles.add([leafOf(Buffer.from(input, 'hex'))]);
      expect(hex(await rootOf(tiles.subtrees, at + 1))).toBe(ROOTS[at]);
    }
    expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('has the defined root at every size, however it grew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_200 }), fc.integer({ min: 1, max: 700 }), async (count, step) => {
        const tiles = await treeOf(count, step);
        expect(hex(await rootOf(tiles.subtrees, count))).toBe(hex(definedRoot(leavesOf(count))));
        const earlier = Math.ceil(count / 3);
        expect(hex(await rootOf(tiles.subtrees, earlier))).toBe(hex(definedRoot(leavesOf(earlier))));
      }),
      { numRuns: 60 },
    );
  });

  it('proves each leaf in each tree, and no other leaf', async () => {
    const tiles = await treeOf(600);
    const leaves = leavesOf(600);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), fc.nat(), async (size, any) => {
        const index = any % size;
        const proof = await inclusionProof(tiles.subtrees, index, size);
        const root = hex(await rootOf(tiles.subtrees, size));
        expect(hex(rootFromProof(leaves[index]!, index, size, proof)!)).toBe(root);
        const wrong = [
          rootFromProof(leafOf(Buffer.from('another')), index, size, proof),
          rootFromProof(leaves[index]!, index, size, [...proof, leaves[0]!]),
          size > 1 ? rootFromProof(leaves[index]!, (index + 1) % size, size, proof) : null,
          proof.length > 0 ? rootFromProof(leaves[index]!, index, size, proof.slice(1)) : null,
        ];
        for (const other of wrong) expect(other && hex(other)).not.toBe(root);
      }),
      { numRuns: 200 },
    );
    await expect(inclusionProof(tiles.subtrees, 600, 600)).rejects.toThrow(RangeError);
    await expect(rootOf(tiles.subtrees, 601)).rejects.toThrow(RangeError);
  });

  it('changes no tile that was full, and a tile is as wide as the tree has hashes for it', async () => {
    const tiles = await treeOf(256 * 256 + 300, 5_000);
    expect([...tiles.tiles.keys()].filter((key) => key.startsWith('2/'))).toEqual(['2/0']);
    expect(widthOf({ level: 1, index: 0 }, tiles.size)).toBe(256);
    expect(widthOf({ level: 1, index: 1 }, tiles.size)).toBe(1);
    expect(widthOf({ level: 0, index: 257 }, tiles.size)).toBe(44);
    expect(widthOf({ level: 0, index: 258 }, tiles.size)).toBe(0);
    const changed = await tiles.add(leavesOf(1));
    expect(changed.map(({ level, index }) => `${level}/${index}`)).toEqual(['0/257']);
  });
});

/** The root computed from a leaf and its proof. @returns null if the proof has a wrong length or there is no leaf */
function rootFromProof(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]): Uint8Array | null {
  // RFC 9162 §2.1.3.2.
  if (!(index >= 0 && index < size)) return null;
  let [at, last, root] = [index, size - 1, leaf];
  for (const beside of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = nodeOf(beside, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = nodeOf(root, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}
