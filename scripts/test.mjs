// Runs Jest over every workspace with ES modules. `--full` adds the long-running suites, runs those of the whole
// program once more with its log on EventStoreDB, and then runs the suites with time limits, alone; other arguments go
// to Jest.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSuites, passAlone, runJest } from './lib/run-jest.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const full = args.includes('--full');
const given = args.filter((arg) => arg !== '--full');
// Two programs on one real node would close each other's ledgers. Otherwise one more than the cores of a small machine:
// suites of the whole program wait for ledgers a third of their time.
const workers = process.env.E2E_LEDGER_URL ? 1 : 3;
/** Suites that check whether the program works the same on either event store. */
const ON_EITHER_STORE = 'e2e/(journey|crash-points|reconciliation|audit|payouts)';
/** Suites with limits in milliseconds, which mean nothing while other suites share the machine. */
const MEASURES = 'screening/screener|payouts-killed|purchases-measured|e2e/(pages|upgrade|roles-measured)';

/** Minutes without a suite that begins or ends; the longest takes two, of the long-running ones forty. */
const STALL = 10;
const STALL_FULL = 90;

const everything = { patterns: given, env: { TEST_FULL: full ? '1' : '' }, workers };
const beside = [
  { patterns: [ON_EITHER_STORE], env: { TEST_FULL: '1', E2E_EVENTSTORE: '1' }, workers },
  { patterns: [MEASURES], env: { TEST_FULL: '1', TEST_MEASURES: '1' }, workers: 1 },
];
// Every run is made, even if the one before it failed.
const ended = [];
for (const run of [everything, ...(full && given.length === 0 ? beside : [])]) ended.push(await jest(run));
process.exit(Math.max(...ended));

/**
 * One run. If it gets stuck, the suites that had not ended are run once more in a new process. In a run of everything,
 * a suite or two that failed are run again, alone; those that pass then are reported as flaky.
 */
async function jest({ patterns, env, workers }) {
  const options = { cwd: root, env: { ...process.env, ...env }, stallMinutes: env.TEST_FULL ? STALL_FULL : STALL };
  const first = await runJest([`--maxWorkers=${workers}`, ...patterns], options);
  const failed = new Set(first.failed);
  let { status } = first;
  if (first.stuck) {
    const left = listSuites(patterns, options).filter((suite) => !first.ended.has(suite));
    console.error(`${first.ended.size} suites had ended, ${failed.size} of them failed; ${left.length} run once more.`);
    const rest = left.length ? await runJest([`--maxWorkers=${workers}`, '--runTestsByPath', ...left], options) : null;
    for (const suite of rest?.failed ?? []) failed.add(suite);
    // Stuck again: the results of the suites in progress are unknown.
    status = rest?.stuck ? 1 : Math.max(rest?.status ?? 0, failed.size ? 1 : 0);
  }
  if (given.length > 0) return status;
  return (await passAlone(failed, options)) ? 0 : status;
}
