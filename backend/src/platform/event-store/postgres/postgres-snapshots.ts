import type { Pool } from 'pg';
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { KeyRing } from '../../vault/key-ring.js';
import { RowMacs } from '../../vault/row-macs.js';
import type { Snapshot, SnapshotTable } from '../snapshots.js';

/**
 * Snapshots in a table beside the log. The states hold maps, sets, dates and bigints: V8's own format keeps them as
 * they are, and one that a later V8 cannot read counts as none.
 */
export class PostgresSnapshots implements SnapshotTable {
  private readonly macs: RowMacs;

  constructor(
    private readonly pool: Pool,
    ring: KeyRing,
  ) {
    this.macs = new RowMacs(ring, 'rows', 'snapshots');
  }

  async find(stream: string, version: number): Promise<Snapshot | null> {
    const { rows } = await this.pool.query<{ revision: number; hash: string; state: Buffer; mac: Buffer | null }>(
      'select revision, hash, state, mac from platform.snapshots where stream = $1 and version = $2',
      [stream, version],
    );
    const [row] = rows;
    if (!row) return null;
    const { revision, hash, state, mac } = row;
    // One that somebody else wrote counts as none, and is not even looked into.
    if (!this.macs.fits(mac, stream, version, revision, hash, digestOf(state))) return null;
    return { revision, hash, state: deserialize(state) };
  }

  /** Whoever writes last stays: an older state costs its reader some events, and is never wrong. */
  async keep(stream: string, version: number, { revision, hash, state }: Snapshot): Promise<void> {
    const bytes = serialize(state);
    const mac = this.macs.of(stream, version, revision, hash, digestOf(bytes));
    await this.pool.query(
      `insert into platform.snapshots (stream, version, revision, hash, state, mac) values ($1, $2, $3, $4, $5, $6)
       on conflict (stream) do update
         set version = excluded.version, revision = excluded.revision, hash = excluded.hash, state = excluded.state,
             mac = excluded.mac, made_at = now()`,
      [stream, version, revision, hash, bytes, mac],
    );
  }
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
