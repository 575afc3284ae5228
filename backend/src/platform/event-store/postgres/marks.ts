import type { Pool } from 'pg';
import { LogRefused } from '../log-refused.js';
import { toPosition } from '../positions.js';

/** @throws LogRefused where the log in PostgreSQL was copied elsewhere, or is the unfinished copy of another one */
export async function mustBeOpen(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ kind: string; position: string; hash: string; found: string | null }>(
    `select m.kind, m.position, m.hash, encode(e.hash, 'hex') as found
     from eventstore.marks m left join eventstore.events e on e.position = m.position`,
  );
  for (const { kind, position, hash, found } of rows) {
    const at = toPosition(position);
    if (kind === 'closed')
      throw new LogRefused(`the one in PostgreSQL was closed at ${at}, when it was copied elsewhere`);
    if (hash !== found && Number(position) > 0)
      throw new LogRefused(`the copy into PostgreSQL has not come to its end, ${at}`);
  }
}
