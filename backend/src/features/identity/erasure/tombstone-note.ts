export interface Tombstone {
  wallet: string;
  /** ISO 8601. */
  at: string;
  retainedUntil: string;
  /** Proofs of identity that were destroyed unseen. */
  discarded?: readonly string[];
}

/**
 * `intended`: written before the event, so that no erasure is recorded whose tombstone cannot be written. `done`: the
 * event is in the log; older programs write no state and mean this. `withdrawn`: the event never came.
 */
export interface TombstoneNote extends Tombstone {
  state?: 'intended' | 'done' | 'withdrawn';
}

/** Where the notes lie: never in what a restore of the log brings back. */
export interface TombstoneMedium {
  /** Kept for good when it resolves. */
  add(note: TombstoneNote): Promise<void>;
  /** In the order written. @throws Error naming one that cannot be read */
  notes(): Promise<TombstoneNote[]>;
}

/** The value as a note; null if it is none. */
export function tombstoneOf(value: unknown): TombstoneNote | null {
  const note = value as Partial<TombstoneNote> | null;
  const isOne = [note?.wallet, note?.at, note?.retainedUntil].every((field) => typeof field === 'string');
  return isOne ? (note as TombstoneNote) : null;
}

const RANK = { intended: 0, withdrawn: 1, done: 2 } as const;
const isLater = (one: TombstoneNote, other: TombstoneNote): boolean =>
  one.at === other.at ? RANK[one.state ?? 'done'] > RANK[other.state ?? 'done'] : one.at > other.at;

/**
 * The notes of a copy that a place lacks, in their order: those that are later than all it has of the wallet. So adding
 * an old copy takes back nothing that was noted since.
 */
export function missingFrom(place: readonly TombstoneNote[], copy: readonly TombstoneNote[]): TombstoneNote[] {
  return copy.filter((note) => place.every((there) => there.wallet !== note.wallet || isLater(note, there)));
}
