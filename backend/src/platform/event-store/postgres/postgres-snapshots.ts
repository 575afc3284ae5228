import type { Pool } from 'pg';
import { deserialize, serialize } from 'node:v8';
import type { Snapshot, SnapshotTable } from '../snapshots.js';

/**
 * Snapshots in a table beside the log. The states hold maps, sets, dates and bigints: V8's own format keeps them as
 * they are, and one that a later V8 cannot read counts as none.
 */
export class PostgresSnapshots implements SnapshotTable {
  constructor(private readonly pool: Pool) {}

  async find(stream: string, version: number): Promise<Snapshot | null> {
    const { rows } = await this.pool.query<{ revision: number; hash: string; state: Buffer }>(
      'select revision, hash, state from platform.snapshots where stream = $1 and version = $2',
      [stream, version],
    );
    const [row] = rows;
    return row ? { ...row, state: deserialize(row.state) } : null;
  }

  /** Whoever writes last stays: an older state costs its reader some events, and is never wrong. */
  async keep(stream: string, version: number, { revision, hash, state }: Snapshot): Promise<void> {
    await this.pool.query(
      `insert into platform.snapshots (stream, version, revision, hash, state) values ($1, $2, $3, $4, $5)
       on conflict (stream) do update
         set version = excluded.version, revision = excluded.revision, hash = excluded.hash, state = excluded.state,
             made_at = now()`,
      [stream, version, revision, hash, serialize(state)],
    );
  }
}
