import type { LedgerEntry } from './entries.js';

/** Anything entries can be read from: a closed ledger's state, or changes laid over it. */
export interface EntryReader {
  read(index: string): LedgerEntry | undefined;
}

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

  constructor(readonly parent: EntryReader) {}

  read(index: string): LedgerEntry | undefined {
    const change = this.changes.get(index);
    if (change) return change.deleted ? undefined : change.entry;
    return this.parent.read(index);
  }

  /** Creates or replaces an entry. */
  write(entry: LedgerEntry): void {
    this.changes.set(entry.index, { entry, deleted: false });
  }

  /** Deletes an entry; `entry` is its final state. */
  erase(entry: LedgerEntry): void {
    this.changes.set(entry.index, { entry, deleted: true });
  }

  /** Lays these changes over the parent overlay for good. */
  commit(): void {
    if (!(this.parent instanceof Overlay)) throw new Error('only an overlay on an overlay can be committed');
    for (const [index, change] of this.changes) this.parent.changes.set(index, change);
  }
}
