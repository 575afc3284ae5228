// Runs Jest over every workspace with ES modules. `--full` adds the long-running suites, runs those of the whole
// program once more with its log on EventStoreDB, and then what holds a speed against its limit, alone; other arguments
// go to Jest.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const full = args.includes('--full');
const given = args.filter((arg) => arg !== '--full');
// Two programs on one real node would close each other's ledgers. Otherwise one more than the cores of a small machine:
// suites of the whole program wait for ledgers a third of their time.
const workers = process.env.E2E_LEDGER_URL ? 1 : 3;
/** Suites that tell whether the program stands on either store alike. */
const ON_EITHER_STORE = 'e2e/(journey|crash-points|reconciliation|audit|payouts)';
/** Suites with limits in milliseconds, which say nothing while other suites share the machine. */
const MEASURES = 'screening/screener|payouts-killed|purchases-measured|e2e/pages';

const everything = { patterns: given, env: { TEST_FULL: full ? '1' : '' }, workers };
const beside = [
  { patterns: [ON_EITHER_STORE], env: { TEST_FULL: '1', E2E_EVENTSTORE: '1' }, workers },
  { patterns: [MEASURES], env: { TEST_FULL: '1', TEST_MEASURES: '1' }, workers: 1 },
];
// Each run is made, whatever the one before it found.
const ended = [everything, ...(full && given.length === 0 ? beside : [])].map(jest);
process.exit(Math.max(...ended));

function jest({ patterns, env, workers }) {
  const run = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      `--maxWorkers=${workers}`,
      ...patterns,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  return run.status ?? 1;
}
