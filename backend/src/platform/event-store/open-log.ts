import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EventStoreSettings } from '../config/log-settings.js';
import type { LogWentBack } from './log-went-back.js';
import type { EventMacs } from './macs.js';
import { PostgresEventStore } from './postgres/postgres-event-store.js';
import { PostgresSnapshots, type SnapshotKeys } from './postgres/postgres-snapshots.js';
import { Snapshots } from './snapshots.js';
import type { StoredLog } from './stored-log.js';
import { LogRefused } from './event-store.js';
import { toPosition } from './positions.js';

/**
 * Opens the log that the settings name: the only place that knows which store it is. Call `close()` before its pool
 * ends.
 * @param onWentBack called once if the log lost what this process has seen
 * @param macs authenticate events
 * @throws LogRefused, StoreUnavailable
 */
export async function openLog(
  pool: Pool,
  eventStore: EventStoreSettings | null,
  onWentBack?: (error: LogWentBack) => void,
  macs?: EventMacs,
): Promise<StoredLog> {
  if (eventStore) {
    // EventStoreDB's client is loaded only if it is used, because loading it takes a fifteenth of the start-up time.
    const { openEventStoreDb } = await import('./eventstoredb/event-store-db-log.js');
    return openEventStoreDb(pool, eventStore, { onWentBack, macs });
  }
  await mustBeOpen(pool);
  return new PostgresEventStore(pool, { onWentBack, macs });
}

/** Snapshots only save time: one that cannot be read or written is logged and ignored. */
export function snapshotsIn(pool: Pool, ring: SnapshotKeys): Snapshots {
  const log = new Logger('Snapshots');
  return new Snapshots(new PostgresSnapshots(pool, ring), (error) =>
    log.warn({ err: error }, 'A snapshot could not be used; the stream is read from its beginning'),
  );
}

/** @throws LogRefused if the log in PostgreSQL was copied elsewhere, or is the unfinished copy of another one */
async function mustBeOpen(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ kind: 'closed' | 'copying'; position: string }>(
    'select kind, position from eventstore.marks',
  );
  const [mark] = rows;
  if (!mark) return;
  const at = toPosition(mark.position);
  throw new LogRefused(
    mark.kind === 'closed'
      ? `the one in PostgreSQL was closed at ${at}, when it was copied elsewhere`
      : `the copy into PostgreSQL is not complete: it ends at ${at}`,
  );
}
