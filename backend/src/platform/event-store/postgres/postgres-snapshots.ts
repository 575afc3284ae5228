import type { Pool } from 'pg';
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Ring } from '../../keys/ring.js';
import { RowMacs } from '../../keys/row-macs.js';
import type { Snapshot, SnapshotTable } from '../snapshots.js';

/**
 * How long the snapshot of an older version of a fold is kept, because programs of both versions may run side by side.
 */
const LEFT_DAYS = 7;

/** The keys under which a process writes its snapshots; without those of workers, it writes them as a web process. */
export type SnapshotKeys = Pick<Ring, 'current' | 'reload'> & { readonly isWithoutWorkerKeys?: boolean };

/**
 * Snapshots in a separate table. States contain maps, sets, dates and bigints, which V8's serialization keeps. A
 * snapshot that a later V8 cannot read is ignored.
 */
export class PostgresSnapshots implements SnapshotTable {
  private readonly workers: RowMacs;
  private readonly webs: RowMacs;

  constructor(
    private readonly pool: Pool,
    private readonly ring: SnapshotKeys,
  ) {
    this.workers = new RowMacs(ring, 'rows/worker', 'snapshots');
    this.webs = new RowMacs(ring, 'rows', 'snapshots');
  }

  async find(of: string, version: number): Promise<Snapshot | null> {
    const { stream, macs } = this.own(of);
    const { rows } = await this.pool.query<{ revision: number; hash: string; state: Buffer; mac: Buffer | null }>(
      'select revision, hash, state, mac from platform.fold_snapshots where stream = $1 and version = $2',
      [stream, version],
    );
    const [row] = rows;
    if (!row) return null;
    const { revision, hash, state, mac } = row;
    // A snapshot written by somebody else is ignored without being deserialized.
    if (!macs.fits(mac, stream, version, revision, hash, digestOf(state))) return null;
    return { revision, hash, state: deserialize(state) };
  }

  /**
   * The last writer wins: an older state is never wrong, and only costs its reader some more events. Each version of a
   * fold has its own; those of an older version are deleted once they have not been written for a long time.
   */
  async keep(of: string, version: number, { revision, hash, state }: Snapshot): Promise<void> {
    const { stream, macs } = this.own(of);
    const bytes = serialize(state);
    const mac = macs.of(stream, version, revision, hash, digestOf(bytes));
    await this.pool.query(
      `insert into platform.fold_snapshots (stream, version, revision, hash, state, mac) values ($1, $2, $3, $4, $5, $6)
       on conflict (stream, version) do update
         set revision = excluded.revision, hash = excluded.hash, state = excluded.state, mac = excluded.mac,
             made_at = now()`,
      [stream, version, revision, hash, bytes, mac],
    );
    await this.pool.query(
      `delete from platform.fold_snapshots
       where stream = $1 and version < $2 and made_at < now() - interval '${LEFT_DAYS} days'`,
      [stream, version],
    );
  }

  /** Processes that sign must not use snapshots that a web process could have written, so each role has its own. */
  private own(stream: string): { stream: string; macs: RowMacs } {
    return this.ring.isWithoutWorkerKeys
      ? { stream: `web/${stream}`, macs: this.webs }
      : { stream, macs: this.workers };
  }
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
