import { createPool } from '#platform/database/pool.js';
import { openLog } from '#platform/event-store/open-log.js';
import { START } from '#platform/event-store/event-store.js';
import { endWithLog } from '#platform/consumers/log-refusals.js';

/** An instance that keeps reading the log, as the program does, and reports the last position of each read. */
const pool = createPool(process.env.DATABASE_URL!, 4);
const log = await openLog(pool, null, (error) => void endWithLog(pool, error));
for (;;) {
  const { events } = await log.readAll(START).catch(() => ({ events: [] }));
  process.send!(events.at(-1)?.position ?? START);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
