import { START, type Position } from './event-store.js';
import { toPosition, toSequence } from './positions.js';
import { fits, GENESIS, type SealedEvent } from './seal.js';
import type { StoredLog } from './stored-log.js';

/** How many events are hashed without a pause, which limits how long requests have to wait. */
const PAGE_EVENTS = 500;

export interface ChainReport {
  /** The number of events with a correct seal. */
  verified: number;
  /** Position and hash of the last of them, which can be stored elsewhere and compared with the log later. */
  head: Position;
  hash: string;
  /** The first event that was changed, or null if the chain is intact. */
  broken: { position: Position; reason: string } | null;
  /** The event stored there, or the next one if it is missing; null if the log ends before it, or is intact. */
  instead: SealedEvent | null;
}

/** A hash of an event known from elsewhere: from a public ledger, or from an auditor's own copy. */
export interface KnownHash {
  position: Position;
  /** Hex. */
  hash: string;
}

/** Where an earlier verification ended. */
export type Verified = Pick<ChainReport, 'head' | 'hash'>;

export const NOTHING_VERIFIED: Verified = { head: START, hash: GENESIS.toString('hex') };

export interface HowFar {
  /** Continues after this event, which must still be the verified one. */
  from?: Verified;
  /** The maximum number of events; if left out, up to the end of the log. */
  limit?: number;
  onProgress?: (verified: number) => void;
  signal?: AbortSignal;
}

/**
 * Recomputes the seal of every event from the stored bytes, and names the first that does not match, or that this
 * platform did not write (if the log was opened with the keys). Positions have no gaps, so a removed event is detected.
 * Events removed from the end can only be detected with hashes known from elsewhere: pass such hashes.
 * @throws if `signal` aborts
 */
export async function verifyChain(
  log: Pick<StoredLog, 'stored'>,
  known: readonly KnownHash[] = [],
  { from = NOTHING_VERIFIED, limit = Infinity, onProgress, signal }: HowFar = {},
): Promise<ChainReport> {
  // There may be several known hashes for one position; all of them must match.
  const wanted = new Map<Position, string[]>();
  for (const { position, hash } of known)
    if (position > from.head) wanted.set(position, [...(wanted.get(position) ?? []), hash]);
  const report: ChainReport = { verified: 0, head: from.head, hash: from.hash, broken: null, instead: null };
  const broken = (position: Position, reason: string, instead: SealedEvent | null = null): ChainReport => ({
    ...report,
    broken: { position, reason },
    instead,
  });
  if (from.head !== START) {
    const [event] = await log.stored(toPosition(toSequence(from.head) - 1), 1);
    if (!event || toPosition(event.position) !== from.head)
      return broken(from.head, 'an event that was verified before is missing', event);
    if (event.hash?.toString('hex') !== from.hash)
      return broken(from.head, 'its hash is not the one that it had when it was verified', event);
  }
  let previous: Buffer = Buffer.from(from.hash, 'hex');
  while (report.verified < limit) {
    signal?.throwIfAborted();
    const events = await log.stored(report.head, Math.min(PAGE_EVENTS, limit - report.verified));
    for (const event of events) {
      const position = toPosition(toSequence(report.head) + 1);
      if (toPosition(event.position) !== position) return broken(position, 'the event is missing', event);
      if (!isWhole(event)) return broken(position, 'it lacks a part', event);
      if (!fits(previous, event))
        return broken(position, 'its hash does not fit its bytes and the event before it', event);
      if (event.misfit) return broken(position, `this platform did not write it: ${event.misfit}`, event);
      const hash = event.hash.toString('hex');
      if (wanted.get(position)?.some((expected) => expected !== hash))
        return broken(position, 'its hash is not the one that was recorded elsewhere', event);
      wanted.delete(position);
      previous = event.hash;
      report.verified++;
      report.head = position;
      report.hash = hash;
    }
    onProgress?.(report.verified);
    if (events.length === 0) {
      const [lost] = [...wanted.keys()].sort();
      if (lost) return broken(lost, 'an event that was recorded elsewhere is missing: the end of the log was cut off');
      break;
    }
  }
  return report;
}

/** The owner of the table can drop its constraints, so a column may be empty. */
const isWhole = ({ hash, stream, id, type, at, data, metadata }: SealedEvent): boolean =>
  [hash, stream, id, type, at, data, metadata].every((part) => part !== null);
