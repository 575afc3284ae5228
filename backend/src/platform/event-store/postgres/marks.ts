import type { Pool } from 'pg';
import { LogRefused } from '../log-refused.js';
import { toPosition } from '../positions.js';

/** @throws LogRefused where the log in PostgreSQL was copied elsewhere, or is the unfinished copy of another one */
export async function mustBeOpen(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ kind: 'closed' | 'copying'; position: string }>(
    'select kind, position from eventstore.marks',
  );
  const [mark] = rows;
  if (!mark) return;
  const at = toPosition(mark.position);
  throw new LogRefused(
    mark.kind === 'closed'
      ? `the one in PostgreSQL was closed at ${at}, when it was copied elsewhere`
      : `the copy into PostgreSQL has not come to its end, ${at}`,
  );
}
