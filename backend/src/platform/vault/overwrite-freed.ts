import type { Pool } from 'pg';
import { firstRow } from '../database/first-row.js';
import { inTransaction } from '../database/pool.js';

/** More rows than a page of 8 kB holds. */
const ROWS = 64;
/** At most this many rows; pages that are not reached are left to later writes. */
const BATCHES_MAX = 200;
const FILL = `insert into platform.vault_keys (subject, wrapped)
  select 'nobody/' || gen_random_uuid(), decode(repeat('00', $1), 'hex') from generate_series(1, ${ROWS})
  returning (ctid::text::point)[0]::int as page`;
const PAGES = "select (pg_relation_size('platform.vault_keys') / current_setting('block_size')::int)::int as pages";

/** A row that was deleted: where it stood, and how long the key in it was. */
export interface FreedKey {
  page: number;
  bytes: number;
}

/**
 * Overwrites keys that were deleted. PostgreSQL gives the room of a deleted row back, and leaves its bytes there: rows
 * that fill its page up and are rolled back again put theirs in their place.
 */
export async function overwriteFreed(pool: Pool, freed: readonly FreedKey[]): Promise<void> {
  await pool.query('vacuum platform.vault_keys');
  await inTransaction(pool, async (client) => {
    const { pages } = firstRow((await client.query<{ pages: number }>(PAGES)).rows);
    // A page at the end of which nothing is left was cut off.
    const left = new Set(freed.map(({ page }) => page).filter((page) => page < pages));
    const reached = new Set<number>();
    const length = Math.max(...freed.map(({ bytes }) => bytes), 0);
    await client.query('savepoint filling');
    for (let batch = 0; left.size > 0 && batch < BATCHES_MAX; batch++) {
      const landed = new Set((await client.query<{ page: number }>(FILL, [length])).rows.map(({ page }) => page));
      for (const page of left)
        if (landed.has(page)) reached.add(page);
        else if (reached.has(page)) left.delete(page);
    }
    await client.query('rollback to filling');
  });
  await pool.query('vacuum platform.vault_keys');
}
