import type { Pool } from 'pg';
import { LogRefused } from '../event-store/event-store.js';
import { toPosition, toSequence } from '../event-store/positions.js';
import type { StoredLog } from '../event-store/stored-log.js';

/**
 * Verifies that the checkpoint of every read model, process and rebuild is an event of this log. On another log, or an
 * older state of the same one, they would wait for events that never come, or miss the events that replaced them.
 * @throws LogRefused naming the consumers whose checkpoint does not fit
 */
export async function checkpointsFit(pool: Pool, log: Pick<StoredLog, 'stored'>): Promise<void> {
  const { rows } = await pool.query<{ position: string; hash: string; names: string }>(
    `select position, encode(hash, 'hex') as hash, string_agg(name, ', ' order by name) as names
     from (select name, position, hash from platform.projection_checkpoints
           union all select process, position, hash from platform.process_checkpoints
           union all select 'the rebuild of ' || name, position, hash from platform.rebuild_checkpoints) c
     where hash is not null group by 1, 2 order by 1`,
  );
  for (const { position, hash, names } of rows) {
    const [event] = await log.stored(toPosition(toSequence(position) - 1), 1);
    if (event?.hash.toString('hex') === hash) continue;
    const there = event ? 'has another event there' : 'ends before it';
    throw new LogRefused(
      `${names} had reached ${position}, but the log ${there}: it is another log, or an older state of it`,
    );
  }
}
