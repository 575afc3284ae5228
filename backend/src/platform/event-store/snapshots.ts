/**
 * Folded states, stored so that a long stream need not be read from its beginning. Disposable: snapshots that no longer
 * match the log are ignored, and deleting all of them only costs time.
 */
export interface Snapshot {
  /** Revision of the last event folded in. */
  revision: number;
  /** Seal of that event: in a log that was restored or rewritten it differs, and the snapshot is not used. */
  hash: string;
  state: unknown;
}

export interface SnapshotStore {
  /** A stream's newest snapshot by this version of its fold, or null. Never throws. */
  find(stream: string, version: number): Promise<Snapshot | null>;
  /** Replaces an older snapshot. Never throws, and need not be awaited. */
  keep(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

/** Snapshots that outlive the process. */
export interface SnapshotTable {
  find(stream: string, version: number): Promise<Snapshot | null>;
  keep(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

/** A snapshot is written once it is this many events ahead of the one in the table. */
export const SNAPSHOT_EVERY = 200;
/** How many streams' states this process keeps in memory. */
const REMEMBERED_MAX = 2_000;

interface Remembered extends Snapshot {
  version: number;
  /** Revision of the table's snapshot, as far as this process knows; -1 for none. */
  written: number;
}

/** Keeps recently used streams in memory, and writes snapshots to the table from time to time. */
export class Snapshots implements SnapshotStore {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly table: SnapshotTable | null = null,
    private readonly onError: (error: unknown) => void = () => {},
  ) {}

  async find(stream: string, version: number): Promise<Snapshot | null> {
    const known = this.remembered.get(stream);
    if (known?.version === version) return known;
    const stored = await this.table?.find(stream, version).catch((error: unknown) => this.failed(error));
    if (stored) this.remember(stream, { ...stored, version, written: stored.revision });
    return stored ?? null;
  }

  async keep(stream: string, version: number, snapshot: Snapshot): Promise<void> {
    const known = this.remembered.get(stream);
    const fits = known?.version === version && known.written <= snapshot.revision;
    let written = fits ? known.written : -1;
    if (this.table && snapshot.revision - written >= SNAPSHOT_EVERY) {
      written = snapshot.revision;
      this.remember(stream, { ...snapshot, version, written });
      await this.table.keep(stream, version, snapshot).catch((error: unknown) => this.failed(error));
    } else this.remember(stream, { ...snapshot, version, written });
  }

  private remember(stream: string, snapshot: Remembered): void {
    this.remembered.delete(stream);
    this.remembered.set(stream, snapshot);
    if (this.remembered.size > REMEMBERED_MAX) this.remembered.delete(this.remembered.keys().next().value!);
  }

  /** Without a snapshot the stream is read from its beginning: slower, never wrong. */
  private failed(error: unknown): null {
    this.onError(error);
    return null;
  }
}
