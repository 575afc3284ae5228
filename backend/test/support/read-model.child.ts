import 'reflect-metadata';
import { START } from '#platform/event-store/event-store.js';
import { startInstance, totals } from './read-models.js';

/**
 * Follows the log until it has caught up, or kills itself: after so many events were applied in this process, in the
 * middle of a transaction, or between the work and its commit.
 */
const { DATABASE_URL = '', KILL_AFTER = '0', VERSION = '1' } = process.env;
const version = Number(VERSION);
let left = Number(KILL_AFTER);

const instance = await startInstance(DATABASE_URL, [
  totals({
    onError: 'halt',
    version,
    factor: version,
    before: async (_event, tx) => {
      if (version > 1) await tx.query('insert into public.applied default values');
      if (left > 0 && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  }),
]);
const head = await instance.store.head();
const isBuilt = async () =>
  (
    await instance.dataSource.query(
      "select 1 from platform.projection_checkpoints where name = 'totals' and version = $1",
      [version],
    )
  ).length > 0;
while (!(await isBuilt())) await new Promise((resolve) => setTimeout(resolve, 20));
if (head !== START) await instance.models.waitFor(head, ['totals'], 60_000);
await instance.stop();
