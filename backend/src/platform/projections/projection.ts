import type { EntityManager } from 'typeorm';
import type { NewEvent, Recorded } from '../event-store/event-store.js';

/**
 * A read model: a pure consequence of the log, kept in tables of its own that only it writes.
 *
 * Table names are used unqualified. The runner sets `search_path`, so the same code writes the live tables, a rebuild
 * beside them, or the scratch copy that `replay --verify` compares with the live one. No clock, no ids, no I/O but
 * `tx`.
 */
export interface Projection<Fact extends NewEvent = NewEvent<string, any>> {
  /** Stable name in kebab-case, also of the checkpoint. */
  readonly name: string;
  /** Incremented when the tables or the folding change, so that the runner rebuilds at startup. */
  readonly version: number;
  /** The tables it owns, unqualified, created by a migration in schema `read_models`. */
  readonly tables: readonly string[];
  /** Event types it folds. */
  readonly events: readonly Fact['type'][];
  /**
   * `halt` stops at an event that cannot be applied (money); `halt-stream` sets aside the event and later ones of its
   * stream.
   */
  readonly onError: 'halt' | 'halt-stream';
  /** Applies a batch in order, in the transaction that also moves the checkpoint. */
  apply(events: readonly Recorded<Fact>[], tx: EntityManager): Promise<void>;
}
