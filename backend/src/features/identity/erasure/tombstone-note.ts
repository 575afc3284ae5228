import type { Day } from '@tknest/contracts/money';
export interface Tombstone {
  wallet: string;
  /** ISO 8601. */
  at: string;
  retainedUntil: Day;
  /** Proofs of identity that were destroyed unseen. */
  discarded?: readonly string[];
}

/**
 * `intended`: written before the event, so that no erasure is recorded whose tombstone cannot be written. `done`: the
 * event is in the log. `withdrawn`: the event was never recorded.
 */
export interface TombstoneNote extends Tombstone {
  state: 'intended' | 'done' | 'withdrawn';
}

/** Where the notes are stored: never in anything that a restore of the log overwrites. */
export interface TombstoneMedium {
  /** Durable once the promise resolves. */
  add(note: TombstoneNote): Promise<void>;
  /** In the order written. @throws Error naming a note that cannot be read */
  notes(): Promise<TombstoneNote[]>;
}

const RANK = { intended: 0, withdrawn: 1, done: 2 } as const;

/** The value as a note; null if it is not one. */
export function tombstoneOf(value: unknown): TombstoneNote | null {
  const note = value as Partial<TombstoneNote> | null;
  const isOne = [note?.wallet, note?.at, note?.retainedUntil].every((field) => typeof field === 'string');
  return isOne && Object.hasOwn(RANK, String(note?.state)) ? (note as TombstoneNote) : null;
}

const isLater = (one: TombstoneNote, other: TombstoneNote): boolean =>
  one.at === other.at ? RANK[one.state] > RANK[other.state] : one.at > other.at;

/**
 * The notes of a copy that a place lacks, in order: those later than all of its own notes about the wallet. So adding
 * an old copy undoes no newer note.
 */
export function missingFrom(place: readonly TombstoneNote[], copy: readonly TombstoneNote[]): TombstoneNote[] {
  return copy.filter((note) => place.every((there) => there.wallet !== note.wallet || isLater(note, there)));
}
