import type { Pool } from 'pg';

/** Backs up a person's data in the vault. @returns a function that restores it */
export async function copyOfVault(pool: Pool, wallet: string): Promise<() => Promise<void>> {
  const { rows: keys } = await pool.query('select * from platform.vault_keys where subject = $1', [wallet]);
  const { rows: items } = await pool.query('select * from platform.vault_items where subject = $1', [wallet]);
  return async () => {
    for (const { id, subject, wrapped, ring_key, created_at } of keys)
      await pool.query(
        'insert into platform.vault_keys (id, subject, wrapped, ring_key, created_at) values ($1, $2, $3, $4, $5)',
        [id, subject, wrapped, ring_key, created_at],
      );
    for (const { id, key_id, subject, kind, sealed } of items)
      await pool.query(
        'insert into platform.vault_items (id, key_id, subject, kind, sealed) values ($1, $2, $3, $4, $5)',
        [id, key_id, subject, kind, sealed],
      );
  };
}
