import { START, type Position } from './event-store.js';
import { toPosition } from './positions.js';
import { fits, GENESIS } from './seal.js';
import type { StoredLog } from './stored-log.js';

const PAGE_EVENTS = 2000;

export interface ChainReport {
  /** Events whose seal is right. */
  verified: number;
  /** Position of the last of them, and its hash: what may be written down elsewhere, and held against the log later. */
  head: Position;
  hash: string;
  /** The first event that is not as it was written, or null where the chain is whole. */
  broken: { position: Position; reason: string } | null;
}

/** What is known from elsewhere of one event: from a public ledger, or from an auditor's own copy. */
export interface KnownHash {
  position: Position;
  /** Hex. */
  hash: string;
}

/**
 * Recomputes the seal of every event from the bytes as stored and names the first that does not fit, or that this
 * platform did not write, as far as the log was opened with the keys that tell. Positions have no
 * gaps, so a removed event shows. Removed events at the end of the log show only against what somebody else remembers:
 * give such hashes. @throws where `signal` aborts
 */
export async function verifyChain(
  log: Pick<StoredLog, 'stored'>,
  known: readonly KnownHash[] = [],
  onProgress: (verified: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ChainReport> {
  // Of one position several may say something: each of them has to be right.
  const wanted = new Map<Position, string[]>();
  for (const { position, hash } of known) wanted.set(position, [...(wanted.get(position) ?? []), hash]);
  const report: ChainReport = { verified: 0, head: START, hash: GENESIS.toString('hex'), broken: null };
  const broken = (position: Position, reason: string): ChainReport => ({ ...report, broken: { position, reason } });
  let previous = GENESIS;
  for (;;) {
    signal?.throwIfAborted();
    const events = await log.stored(report.head, PAGE_EVENTS);
    for (const event of events) {
      const position = toPosition(report.verified + 1);
      if (toPosition(event.position) !== position) return broken(position, 'the event is missing');
      if (!fits(previous, event)) return broken(position, 'its hash does not fit its bytes and the event before it');
      if (event.misfit) return broken(position, `this platform did not write it: ${event.misfit}`);
      const hash = event.hash.toString('hex');
      if (wanted.get(position)?.some((expected) => expected !== hash))
        return broken(position, 'its hash is not the one that was noted elsewhere');
      wanted.delete(position);
      previous = event.hash;
      report.verified++;
      report.head = position;
      report.hash = hash;
    }
    onProgress(report.verified);
    if (events.length === 0) break;
  }
  const [lost] = [...wanted.keys()].sort();
  return lost ? broken(lost, 'an event that was noted elsewhere is missing: the end of the log was cut off') : report;
}
