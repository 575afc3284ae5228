import type { Pool } from 'pg';
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { KeyRing } from '../../vault/key-ring.js';
import { RowMacs } from '../../vault/row-macs.js';
import type { Snapshot, SnapshotTable } from '../snapshots.js';

/** How long the snapshot of an older version of a fold stays: programs of both versions may run side by side. */
const LEFT_DAYS = 7;

/**
 * Snapshots in a table beside the log. The states hold maps, sets, dates and bigints: V8's own format keeps them as
 * they are, and one that a later V8 cannot read counts as none.
 */
export class PostgresSnapshots implements SnapshotTable {
  private readonly workers: RowMacs;
  private readonly webs: RowMacs;

  constructor(
    private readonly pool: Pool,
    private readonly ring: Pick<KeyRing, 'current' | 'reload'> & Partial<Pick<KeyRing, 'isWithoutWorkerKeys'>>,
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
    // One that somebody else wrote counts as none, and is not even looked into.
    if (!macs.fits(mac, stream, version, revision, hash, digestOf(state))) return null;
    return { revision, hash, state: deserialize(state) };
  }

  /**
   * Whoever writes last stays: an older state costs its reader some events, and is never wrong. Each version of a fold
   * has its own; what an older version left is taken away once nobody has written it for a long time.
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

  /** What signs believes no snapshot that a web process could have made: each has its own. */
  private own(stream: string): { stream: string; macs: RowMacs } {
    return this.ring.isWithoutWorkerKeys
      ? { stream: `web/${stream}`, macs: this.webs }
      : { stream, macs: this.workers };
  }
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
