import type pg from 'pg';
import { START, type Position } from '../event-store.js';
import { toPosition } from '../positions.js';
import { GENESIS, seal } from '../seal.js';

const PAGE_EVENTS = 2000;

export interface ChainReport {
  /** Events whose seal is right. */
  verified: number;
  /** Position of the last of them, and its hash: what an anchor on a public ledger would say. */
  head: Position;
  hash: string;
  /** The first event that is not as it was written, or null where the chain is whole. */
  broken: { position: Position; reason: string } | null;
}

export interface Anchor {
  position: Position;
  /** Hex. */
  hash: string;
}

/**
 * Recomputes the seal of every event from the bytes as stored and names the first that does not fit. Positions have no
 * gaps, so a removed event shows. Removed events at the end of the log show only against what somebody else remembers:
 * give such anchors. @throws where `signal` aborts
 */
export async function verifyChain(
  pool: pg.Pool,
  anchors: readonly Anchor[] = [],
  onProgress: (verified: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ChainReport> {
  const wanted = new Map(anchors.map(({ position, hash }) => [position, hash]));
  const report: ChainReport = { verified: 0, head: START, hash: GENESIS.toString('hex'), broken: null };
  const broken = (position: Position, reason: string): ChainReport => ({ ...report, broken: { position, reason } });
  let previous = GENESIS;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await pool.query<StoredRow>({
      name: 'eventstore.verify',
      text: PAGE,
      values: [report.verified, PAGE_EVENTS],
    });
    for (const row of rows) {
      const position = toPosition(report.verified + 1);
      if (toPosition(row.position) !== position) return broken(position, 'the event is missing');
      const expected = seal(previous, { ...row, position: BigInt(row.position) });
      if (!expected.equals(row.hash))
        return broken(position, 'its hash does not fit its bytes and the event before it');
      if ((wanted.get(position) ?? row.hash.toString('hex')) !== row.hash.toString('hex'))
        return broken(position, 'its hash is not the one that was anchored');
      wanted.delete(position);
      previous = row.hash;
      report.verified++;
      report.head = position;
      report.hash = row.hash.toString('hex');
    }
    onProgress(report.verified);
    if (rows.length < PAGE_EVENTS) break;
  }
  const [lost] = [...wanted.keys()].sort();
  return lost ? broken(lost, 'an anchored event is missing: the end of the log was cut off') : report;
}

interface StoredRow {
  position: string;
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  data: string;
  metadata: string;
  at: string;
  hash: Buffer;
}

const PAGE =
  'select position, stream, revision, id, type, version, data, metadata, at, hash from eventstore.events where position > $1::bigint order by position limit $2';
