import type { Pool } from 'pg';
import { firstRow } from '../database/first-row.js';
import { inTransaction } from '../database/pool.js';

/** More rows than fit into a page of 8 kB. */
const ROWS = 64;
/** At most this many rows; pages that are not reached are left to later writes. */
const BATCHES_MAX = 200;
const FILL = `insert into platform.vault_keys (subject, wrapped, ring_key)
  select 'nobody/' || gen_random_uuid(), decode(repeat('00', $1), 'hex'), 1 from generate_series(1, ${ROWS})
  returning (ctid::text::point)[0]::int as page`;
const PAGES = "select (pg_relation_size('platform.vault_keys') / current_setting('block_size')::int)::int as pages";

/** A deleted row: its location, and the length of its key. */
export interface FreedKey {
  page: number;
  bytes: number;
}

/**
 * Overwrites deleted keys. PostgreSQL frees the space of a deleted row but leaves its bytes: inserting rows that fill
 * the page, and rolling back, overwrites them.
 */
export async function overwriteFreed(pool: Pool, freed: readonly FreedKey[]): Promise<void> {
  await pool.query('vacuum platform.vault_keys');
  await inTransaction(pool, async (client) => {
    const { pages } = firstRow((await client.query<{ pages: number }>(PAGES)).rows);
    // An empty page at the end of the file was truncated.
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
