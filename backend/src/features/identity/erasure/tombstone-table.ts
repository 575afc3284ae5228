import type { Pool } from 'pg';
import { createPool } from '#platform/database/pool.js';
import { tombstoneOf, type TombstoneMedium, type TombstoneNote } from './tombstone-note.js';

/** Notes are few and short. */
const CONNECTIONS_MAX = 2;

/** Notes about erasures in a separate database, for several instances that share no folder. */
export class TombstoneTable implements TombstoneMedium {
  private readonly pool: Pool;
  private made: Promise<unknown> | null = null;

  constructor(url: string) {
    this.pool = createPool(url, CONNECTIONS_MAX);
  }

  async add(note: TombstoneNote): Promise<void> {
    await this.ready();
    await this.pool.query('insert into tombstones (note) values ($1)', [JSON.stringify(note)]);
  }

  async notes(): Promise<TombstoneNote[]> {
    await this.ready();
    const { rows } = await this.pool.query<{ id: string; note: unknown }>(
      'select id, note from tombstones order by id',
    );
    return rows.map(({ id, note }) => {
      const read = tombstoneOf(note);
      if (!read) throw new Error(`Row ${id} of the table tombstones is not a record of an erasure: fix it by hand`);
      return read;
    });
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  /** Instances that start at the same time may all try to create the table; the lock lets one of them do it. */
  private ready(): Promise<unknown> {
    this.made ??= this.pool
      .query(
        `begin; select pg_advisory_xact_lock(hashtext('tombstones'));
         create table if not exists tombstones (
           id bigint generated always as identity primary key, note jsonb not null, noted_at timestamptz not null default now());
         commit`,
      )
      .catch((error: unknown) => {
        this.made = null;
        throw error;
      });
    return this.made;
  }
}
