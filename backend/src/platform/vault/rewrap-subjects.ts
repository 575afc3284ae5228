import type { Pool } from 'pg';
import { openRows, readRows, WrongMasterKey } from './ring-rows.js';
import { seal, unseal } from './sealing.js';

const BATCH = 500;

/**
 * Rewraps every subject's key with the vault's newest key, in batches and while the program runs. Subjects erased in
 * the meantime stay erased. @throws WrongMasterKey
 */
export async function rewrapSubjects(pool: Pool, master: Buffer): Promise<void> {
  const ring = openRows(
    (await readRows(pool)).filter(({ purpose }) => purpose === 'vault'),
    [master],
  );
  if (!ring) throw new WrongMasterKey();
  const keys = new Map(ring.map(({ id, key }) => [id, key]));
  const newest = ring.at(-1)!;
  for (let changed = true; changed;) {
    const { rows } = await pool.query<{ id: string; subject: string; wrapped: Buffer; ring_key: number }>(
      "select id, subject, wrapped, ring_key from platform.vault_keys where ring_purpose = 'vault' and ring_key <> $1 limit $2",
      [newest.id, BATCH],
    );
    const rewrapped = rows.map(({ subject, wrapped, ring_key }) =>
      seal(newest.key, unseal(keys.get(ring_key)!, wrapped, `key/${subject}`), `key/${subject}`),
    );
    await pool.query(
      `update platform.vault_keys k set wrapped = n.wrapped, ring_key = $1
         from unnest($2::uuid[], $3::bytea[], $4::bytea[]) n (id, was, wrapped) where k.id = n.id and k.wrapped = n.was`,
      [newest.id, rows.map(({ id }) => id), rows.map(({ wrapped }) => wrapped), rewrapped],
    );
    changed = rows.length > 0;
  }
}
