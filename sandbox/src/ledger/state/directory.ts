import type { DirectoryNode } from './entries.js';
import { directoryPageKey, ownerDirectoryKey } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';

/** Entries a directory page holds (rippled: dirNodeMaxEntries). */
const PAGE_SIZE = 32;

const pageNumber = (text: string | undefined): bigint => BigInt(`0x${text ?? '0'}`);
const pageText = (n: bigint): string => n.toString(16);

const readPage = (view: EntryReader, root: string, page: bigint): DirectoryNode | undefined =>
  view.read(directoryPageKey(root, page)) as DirectoryNode | undefined;

/** A page that another one names. @throws where it is not there */
function existingPage(view: EntryReader, root: string, page: bigint): DirectoryNode {
  const node = readPage(view, root, page);
  if (!node) throw new Error(`no page ${pageText(page)} of directory ${root}`);
  return node;
}

/** What the pages of a directory say of themselves: whose it is, or which book. */
type Description = Omit<DirectoryNode, 'LedgerEntryType' | 'Flags' | 'index' | 'RootIndex' | 'Indexes'>;

/** Adds an entry to its owner's directory and returns its page (rippled: ApplyView::dirInsert). */
export const addToOwnerDirectory = (view: Overlay, owner: string, index: string): string =>
  addToDirectory(view, ownerDirectoryKey(owner), { Owner: owner }, index, true);

/** Adds an entry at the end of a directory that keeps the order of arrival (rippled: ApplyView::dirAppend). */
export const appendToDirectory = (view: Overlay, root: string, about: Description, index: string): string =>
  addToDirectory(view, root, about, index, false);

function addToDirectory(view: Overlay, root: string, about: Description, index: string, sorted: boolean): string {
  const first = readPage(view, root, 0n);
  const describe = { LedgerEntryType: 'DirectoryNode' as const, Flags: 0, ...about, RootIndex: root };
  if (!first) {
    view.write({ ...describe, index: root, Indexes: [index] } as DirectoryNode);
    return '0';
  }
  const lastNumber = pageNumber(first.IndexPrevious);
  const last = lastNumber === 0n ? first : existingPage(view, root, lastNumber);
  if (last.Indexes.length < PAGE_SIZE) {
    const more = [...last.Indexes, index];
    view.write({ ...last, Indexes: sorted ? more.sort() : more } as DirectoryNode);
    return pageText(lastNumber);
  }
  const next = lastNumber + 1n;
  view.write({ ...last, IndexNext: pageText(next) } as DirectoryNode);
  view.write({ ...existingPage(view, root, 0n), IndexPrevious: pageText(next) } as DirectoryNode);
  const back = lastNumber === 0n ? {} : { IndexPrevious: pageText(lastNumber) };
  view.write({ ...describe, index: directoryPageKey(root, next), Indexes: [index], ...back } as DirectoryNode);
  return pageText(next);
}

export const removeFromOwnerDirectory = (view: Overlay, owner: string, page: string, index: string): void =>
  removeFromDirectory(view, ownerDirectoryKey(owner), page, index);

/** Takes an entry out of a directory; empty pages go, and with the last of them the root (rippled: dirRemove). */
export function removeFromDirectory(view: Overlay, root: string, page: string, index: string): void {
  const number = pageNumber(page);
  const node = existingPage(view, root, number);
  const left = { ...node, Indexes: node.Indexes.filter((i) => i !== index) } as DirectoryNode;
  view.write(left);
  if (left.Indexes.length > 0) return;
  const previous = pageNumber(node.IndexPrevious);
  const next = pageNumber(node.IndexNext);
  if (number === 0n) {
    if (next === 0n && previous === 0n) view.erase(left);
    return;
  }
  view.write({ ...existingPage(view, root, previous), IndexNext: pageText(next) } as DirectoryNode);
  view.write({ ...existingPage(view, root, next), IndexPrevious: pageText(previous) } as DirectoryNode);
  view.erase(left);
  const first = existingPage(view, root, 0n);
  if (next === 0n && previous === 0n && first.Indexes.length === 0) view.erase(first);
}

/** Whether an account owns nothing in its directory. */
export const ownsNothing = (view: EntryReader, owner: string): boolean => {
  const first = readPage(view, ownerDirectoryKey(owner), 0n);
  return !first || (first.Indexes.length === 0 && pageNumber(first.IndexNext) === 0n);
};

/** The pages of a directory in order. */
export function* directoryPages(view: EntryReader, root: string): Generator<DirectoryNode> {
  for (let page = readPage(view, root, 0n); page;) {
    yield page;
    const next = pageNumber(page.IndexNext);
    page = next === 0n ? undefined : readPage(view, root, next);
  }
}
