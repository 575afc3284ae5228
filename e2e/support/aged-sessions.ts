import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { KeyRing } from '../../backend/src/platform/vault/key-ring.js';
import { RowMacs } from '../../backend/src/platform/keys/row-macs.js';
import type { Program } from './program.js';

/** Makes every session a number of minutes older, as the program itself would have written it. */
export async function ageSessions(program: Program, minutes: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: program.runtime.database, max: 2 });
  try {
    const masterKey = Buffer.from(readFileSync(path.join(program.dataDir, 'master.key'), 'utf8').trim(), 'hex');
    const ring = await new KeyRing({ masterKey, masterKeyFile: null }).open(pool as never);
    const macs = new RowMacs(ring, 'sessions', 'sessions');
    const openedAt = new Date(Date.now() - minutes * 60_000);
    const { rows } = await pool.query('select id, wallet, role, expires_at from platform.sessions');
    for (const { id, wallet, role, expires_at } of rows) {
      const mac = macs.of(id, wallet, role, openedAt, expires_at);
      await pool.query('update platform.sessions set opened_at = $2, mac = $3 where id = $1', [id, openedAt, mac]);
    }
  } finally {
    await pool.end();
  }
}
