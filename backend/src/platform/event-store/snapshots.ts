/**
 * Folded states, kept so that a long stream need not be read from its beginning. Disposable: whatever does not fit the
 * log any more is thrown away, and dropping all of them costs time only.
 */
export interface Snapshot {
  /** Revision of the last event folded in. */
  revision: number;
  /** Seal of that event: a log that was restored or rewritten gives another one, and the snapshot is not used. */
  hash: string;
  state: unknown;
}

export interface SnapshotStore {
  /** The newest snapshot of a stream that was made by this version of its fold, or null. Never throws. */
  find(stream: string, version: number): Promise<Snapshot | null>;
  /** Keeps a snapshot in place of an older one. Never throws, and need not be waited for. */
  keep(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

/** Where snapshots outlive the process. */
export interface SnapshotTable {
  find(stream: string, version: number): Promise<Snapshot | null>;
  keep(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

/** A snapshot is written once it is this many events ahead of the one in the table. */
export const SNAPSHOT_EVERY = 200;
/** Streams whose state this process remembers. */
const REMEMBERED_MAX = 2_000;

interface Remembered extends Snapshot {
  version: number;
  /** Revision of the table's snapshot, as far as this process knows; -1 for none. */
  written: number;
}

/** Remembers the streams used last in the process, and writes to the table now and then. */
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
