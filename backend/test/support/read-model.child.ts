import 'reflect-metadata';
import { START } from '../../src/platform/event-store/event-store.js';
import { startInstance, totals } from './read-models.js';

/**
 * Follows the log until it has caught up, or kills itself: after so many events were applied in this process, in the
 * middle of a transaction, or between the work and its commit.
 */
const { DATABASE_URL = '', KILL_AFTER = '0' } = process.env;
let left = Number(KILL_AFTER);

const instance = await startInstance(DATABASE_URL, [
  totals({
    onError: 'halt',
    before: () => {
      if (left > 0 && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  }),
]);
const head = await instance.store.head();
if (head !== START) await instance.models.waitFor(head, ['totals'], 60_000);
await instance.stop();
