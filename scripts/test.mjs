// Runs Jest over every workspace with ES modules. `--full` adds the long-running suites, and runs those of the whole
// program once more with its log on EventStoreDB; other arguments go to Jest.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const full = args.includes('--full');
// Two programs on one real node would close each other's ledgers. Otherwise one more than the cores of a small machine:
// suites of the whole program wait for ledgers a third of their time.
const workers = process.env.E2E_LEDGER_URL ? 1 : 3;
/** Suites that tell whether the program stands on either store alike. */
const ON_EITHER_STORE = ['e2e/(journey|crash-points|reconciliation|audit|payouts)'];
const given = args.filter((arg) => arg !== '--full');

const status = jest(given, {});
const again = full && given.length === 0 && status === 0;
process.exit(again ? jest(ON_EITHER_STORE, { E2E_EVENTSTORE: '1' }) : status);

function jest(patterns, env) {
  const run = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      `--maxWorkers=${workers}`,
      ...patterns,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, TEST_FULL: full ? '1' : '' } },
  );
  return run.status ?? 1;
}
