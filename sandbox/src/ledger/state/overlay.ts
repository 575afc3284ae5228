import type { DirectoryNode, LedgerEntry } from './entries.js';
import type { HashTree } from './hash-tree.js';

/** Anything entries can be read from: a closed ledger's state, or changes laid over it. */
export interface EntryReader {
  read(index: string): LedgerEntry | undefined;
  /** The first page of the best quality of a book, at `from` or after it (rippled: ReadView::succ). */
  bookPage(prefix: string, from: string): string | undefined;
}

/** A closed ledger's state as something to read from. */
export const readerOf = (state: HashTree<LedgerEntry>): EntryReader => ({
  read: (index) => state.get(index),
  bookPage(prefix, from) {
    for (const [index] of state.entries(from)) return index.startsWith(prefix) ? index : undefined;
    return undefined;
  },
});

/** A change of one entry. A deletion keeps the entry's last state, which metadata shows. */
export interface EntryChange {
  readonly entry: LedgerEntry;
  readonly deleted: boolean;
}

/**
 * Changes laid over a reader without touching it: one per transaction, over one per ledger, over the closed ledger's
 * state. A transaction that fails is undone by dropping its overlay; no state is ever copied.
 */
export class Overlay implements EntryReader {
  readonly changes = new Map<string, EntryChange>();
  /** First pages of books among the changes: they are asked for in order. */
  private readonly bookPages = new Set<string>();

  constructor(readonly parent: EntryReader) {}

  read(index: string): LedgerEntry | undefined {
    const change = this.changes.get(index);
    if (change) return change.deleted ? undefined : change.entry;
    return this.parent.read(index);
  }

  bookPage(prefix: string, from: string): string | undefined {
    let best = this.parent.bookPage(prefix, from);
    while (best !== undefined && this.changes.get(best)?.deleted) best = this.parent.bookPage(prefix, successor(best));
    for (const index of this.bookPages)
      if (index >= from && index.startsWith(prefix) && (best === undefined || index < best) && this.read(index))
        best = index;
    return best;
  }

  /** Creates or replaces an entry. */
  write(entry: LedgerEntry): void {
    this.take({ entry, deleted: false });
  }

  /** Deletes an entry; `entry` is its final state. */
  erase(entry: LedgerEntry): void {
    this.take({ entry, deleted: true });
  }

  private take(change: EntryChange): void {
    this.changes.set(change.entry.index, change);
    if (isBookPage(change.entry)) this.bookPages.add(change.entry.index);
  }

  /** Lays these changes over the parent overlay for good. */
  commit(): void {
    if (!(this.parent instanceof Overlay)) throw new Error('only an overlay on an overlay can be committed');
    for (const change of this.changes.values()) this.parent.take(change);
  }
}

const isBookPage = (entry: LedgerEntry): boolean =>
  entry.LedgerEntryType === 'DirectoryNode' &&
  (entry as DirectoryNode).ExchangeRate !== undefined &&
  (entry as DirectoryNode).RootIndex === entry.index;

const successor = (index: string): string =>
  (BigInt(`0x${index}`) + 1n).toString(16).toUpperCase().padStart(index.length, '0');
