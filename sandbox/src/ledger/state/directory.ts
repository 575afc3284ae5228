import type { DirectoryNode } from './entries.js';
import { directoryPageKey, ownerDirectoryKey } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';

/** Entries a directory page holds (rippled: dirNodeMaxEntries). */
const PAGE_SIZE = 32;

const pageNumber = (text: string | undefined): bigint => BigInt(`0x${text ?? '0'}`);
const pageText = (n: bigint): string => n.toString(16);

const readPage = (view: EntryReader, root: string, page: bigint): DirectoryNode | undefined =>
  view.read(directoryPageKey(root, page)) as DirectoryNode | undefined;

/** Adds an entry to its owner's directory and gives the page it stands on (rippled: ApplyView::dirInsert). */
export function addToOwnerDirectory(view: Overlay, owner: string, index: string): string {
  const root = ownerDirectoryKey(owner);
  const first = readPage(view, root, 0n);
  const describe = { LedgerEntryType: 'DirectoryNode' as const, Flags: 0, Owner: owner, RootIndex: root };
  if (!first) {
    view.write({ ...describe, index: root, Indexes: [index] } as DirectoryNode);
    return '0';
  }
  const lastNumber = pageNumber(first.IndexPrevious);
  const last = lastNumber === 0n ? first : readPage(view, root, lastNumber)!;
  if (last.Indexes.length < PAGE_SIZE) {
    view.write({ ...last, Indexes: [...last.Indexes, index].sort() } as DirectoryNode);
    return pageText(lastNumber);
  }
  const next = lastNumber + 1n;
  view.write({ ...last, IndexNext: pageText(next) } as DirectoryNode);
  view.write({ ...readPage(view, root, 0n)!, IndexPrevious: pageText(next) } as DirectoryNode);
  const back = lastNumber === 0n ? {} : { IndexPrevious: pageText(lastNumber) };
  view.write({ ...describe, index: directoryPageKey(root, next), Indexes: [index], ...back } as DirectoryNode);
  return pageText(next);
}

/**
 * Takes an entry out of its owner's directory; empty pages go, and with the last of them the root (rippled: dirRemove).
 */
export function removeFromOwnerDirectory(view: Overlay, owner: string, page: string, index: string): void {
  const root = ownerDirectoryKey(owner);
  const number = pageNumber(page);
  const node = readPage(view, root, number);
  if (!node) throw new Error(`no directory page ${page} of ${owner}`);
  const left = { ...node, Indexes: node.Indexes.filter((i) => i !== index) } as DirectoryNode;
  view.write(left);
  if (left.Indexes.length > 0) return;
  const previous = pageNumber(node.IndexPrevious);
  const next = pageNumber(node.IndexNext);
  if (number === 0n) {
    if (next === 0n && previous === 0n) view.erase(left);
    return;
  }
  view.write({ ...readPage(view, root, previous)!, IndexNext: pageText(next) } as DirectoryNode);
  view.write({ ...readPage(view, root, next)!, IndexPrevious: pageText(previous) } as DirectoryNode);
  view.erase(left);
  const first = readPage(view, root, 0n)!;
  if (next === 0n && previous === 0n && first.Indexes.length === 0) view.erase(first);
}

/** Whether an account owns nothing that stands in its directory. */
export const ownsNothing = (view: EntryReader, owner: string): boolean => {
  const first = readPage(view, ownerDirectoryKey(owner), 0n);
  return !first || (first.Indexes.length === 0 && pageNumber(first.IndexNext) === 0n);
};

/** The pages of an account's directory in order, beginning at `from`. */
export function* directoryPages(view: EntryReader, owner: string, from = 0n): Generator<DirectoryNode> {
  const root = ownerDirectoryKey(owner);
  for (let page = readPage(view, root, from); page;) {
    yield page;
    const next = pageNumber(page.IndexNext);
    page = next === 0n ? undefined : readPage(view, root, next);
  }
}
