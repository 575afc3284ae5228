import { PREFIX, sha512Half } from '../codec/hash.js';

/** Marks the tree version that made a node: that version alone may still change it in place. */
type Version = object;

interface Leaf<T> {
  readonly key: string;
  readonly value: T;
  hash?: Buffer;
}
interface Inner<T> {
  readonly version: Version;
  readonly children: (Inner<T> | Leaf<T> | undefined)[];
  hash?: Buffer;
}
type Node<T> = Inner<T> | Leaf<T>;

const isInner = <T>(node: Node<T>): node is Inner<T> => 'children' in node;
const nibble = (key: string, depth: number): number => {
  const code = key.charCodeAt(depth);
  return code < 58 ? code - 48 : code - 55;
};
const EMPTY_HASH = Buffer.alloc(32);

/**
 * The ledger's tree (rippled: SHAMap): sixteen branches a level along the digits of the key, a hash in every node.
 * It is persistent: a new version shares all untouched nodes with the one before it. So every closed ledger keeps its
 * whole state for the cost of its changes, and any earlier ledger can still be read.
 */
export class HashTree<T> {
  private constructor(
    private readonly root: Inner<T>,
    private readonly hashLeaf: (key: string, value: T) => Buffer,
  ) {}

  static empty<T>(hashLeaf: (key: string, value: T) => Buffer): HashTree<T> {
    return new HashTree<T>({ version: {}, children: [] }, hashLeaf);
  }

  get(key: string): T | undefined {
    let node: Node<T> | undefined = this.root;
    for (let depth = 0; node && isInner(node); depth++) node = node.children[nibble(key, depth)];
    return node && node.key === key ? node.value : undefined;
  }

  /** A new version with entries replaced, added, or (undefined) removed. */
  with(changes: Iterable<readonly [string, T | undefined]>): HashTree<T> {
    const version: Version = {};
    let root = this.root;
    for (const [key, value] of changes) {
      const next = value === undefined ? remove(root, key, 0, version) : insert(root, { key, value }, 0, version);
      root = next && isInner(next) ? next : { version, children: [] };
    }
    return root === this.root ? this : new HashTree(root, this.hashLeaf);
  }

  /** Entries in the order of their keys, from `from` (inclusive) on. */
  *entries(from = ''): Generator<[string, T]> {
    for (const leaf of walk(this.root, from, 0)) yield [leaf.key, leaf.value];
  }

  /** The root hash; what did not change since an earlier version is not hashed again. */
  hash(): Buffer {
    return this.hashOf(this.root);
  }

  private hashOf(node: Node<T>): Buffer {
    if (node.hash) return node.hash;
    if (!isInner(node)) return (node.hash = this.hashLeaf(node.key, node.value));
    const bytes = Buffer.alloc(16 * 32);
    let any = false;
    for (let i = 0; i < 16; i++) {
      const child = node.children[i];
      if (!child) continue;
      any = true;
      this.hashOf(child).copy(bytes, i * 32);
    }
    return (node.hash = any ? sha512Half(PREFIX.innerNode, bytes) : EMPTY_HASH);
  }
}

/** The node itself where this version made it, otherwise a copy that this version may change. */
function own<T>(node: Inner<T>, version: Version): Inner<T> {
  if (node.version !== version) return { version, children: [...node.children] };
  node.hash = undefined;
  return node;
}

function insert<T>(node: Inner<T>, leaf: Leaf<T>, depth: number, version: Version): Inner<T> {
  const mine = own(node, version);
  const branch = nibble(leaf.key, depth);
  const child = mine.children[branch];
  if (!child || (!isInner(child) && child.key === leaf.key)) mine.children[branch] = leaf;
  else if (isInner(child)) mine.children[branch] = insert(child, leaf, depth + 1, version);
  else {
    const split: Inner<T> = { version, children: [] };
    split.children[nibble(child.key, depth + 1)] = child;
    mine.children[branch] = insert(split, leaf, depth + 1, version);
  }
  return mine;
}

/**
 * Removes a key; an inner node left with a single leaf gives way to that leaf, so that equal contents give equal trees.
 */
function remove<T>(node: Inner<T>, key: string, depth: number, version: Version): Node<T> | undefined {
  const branch = nibble(key, depth);
  const child = node.children[branch];
  if (!child || (!isInner(child) && child.key !== key)) return node;
  const mine = own(node, version);
  mine.children[branch] = isInner(child) ? remove(child, key, depth + 1, version) : undefined;
  const left = mine.children.filter((c) => c !== undefined);
  if (depth > 0 && left.length === 1 && !isInner(left[0]!)) return left[0];
  return left.length > 0 || depth === 0 ? mine : undefined;
}

function* walk<T>(node: Node<T>, from: string, depth: number): Generator<Leaf<T>> {
  if (!isInner(node)) {
    if (node.key >= from) yield node;
    return;
  }
  const start = depth < from.length ? nibble(from, depth) : 0;
  for (let i = start; i < 16; i++) {
    const child = node.children[i];
    if (child) yield* walk(child, i === start ? from : '', depth + 1);
  }
}
