// Runs Jest over every workspace with ES modules: the fast suites; with `--more` all others; with `--full` every suite
// at its full length, those of the whole program once more with their log on EventStoreDB, and then those with time
// limits, alone. With `--changed`: the suites that the changes since `main` touch. Other arguments go to Jest, which
// then searches all suites.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSuites, passAlone, runJest } from './lib/run-jest.mjs';
import { readSuites, writeSuites } from './lib/suites.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OPTIONS = ['--more', '--full', '--changed', '--keep-seconds'];
const args = process.argv.slice(2);
const [more, full, changed, keepsSeconds] = OPTIONS.map((option) => args.includes(option));
const given = args.filter((arg) => !OPTIONS.includes(arg));
// Two programs on one real node would close each other's ledgers. Otherwise one more than the cores of a small machine:
// suites of the whole program wait for ledgers a third of their time.
const workers = process.env.E2E_LEDGER_URL ? 1 : 3;
/** Suites that check whether the program works the same on either event store. */
const ON_EITHER_STORE = 'e2e/(journey|crash-points|reconciliation|audit|payouts)';
/** Suites with limits in milliseconds, which mean nothing while other suites share the machine. */
const MEASURES = 'screening/screener|payouts-killed|purchases-measured|e2e/(pages|upgrade|roles-measured)';
const IN_LIST = path.join(root, 'scripts/lib/in-list.cjs');
/** The longest suites that a run names at its end. */
const LONGEST = 15;

/** Minutes without a suite that begins or ends; the longest takes two, of the long-running ones forty. */
const STALL = 10;
const STALL_FULL = 90;

// Every run is made, even if the one before it failed.
const ended = [];
for (const run of runs()) ended.push(await jest(run));
process.exit(Math.max(...ended));

/** @returns {{ patterns: string[], env: Record<string, string>, workers: number, isWhole?: boolean }[]} */
function runs() {
  const everything = { patterns: given, env: { TEST_FULL: full ? '1' : '' }, workers };
  if (changed) return [{ ...everything, patterns: ['--changedSince=main', ...given] }];
  if (given.length > 0) return [everything];
  if (full)
    return [
      { ...everything, isWhole: true },
      { patterns: [ON_EITHER_STORE], env: { TEST_FULL: '1', E2E_EVENTSTORE: '1' }, workers },
      { patterns: [MEASURES], env: { TEST_FULL: '1', TEST_MEASURES: '1' }, workers: 1 },
    ];
  const env = { TEST_MORE: more ? '1' : '', SUITE_LISTS: more ? 'part,more' : 'fast,part' };
  return [{ patterns: [`--filter=${IN_LIST}`], env, workers, isWhole: true }];
}

/**
 * One run. If it gets stuck, the suites that had not ended are run once more in a new process. In a run of a whole
 * list, a suite or two that failed are run again, alone; those that pass then are reported as flaky.
 */
async function jest({ patterns, env, workers, isWhole = false }) {
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
  if (!isWhole) return status;
  tellSeconds(first.ended);
  return (await passAlone(failed, options)) ? 0 : status;
}

/** Prints the longest suites, and with `--keep-seconds` keeps the seconds of all in the lists. */
function tellSeconds(seconds) {
  const bySuite = [...seconds].map(([suite, taken]) => [path.relative(root, suite), Math.round(taken * 10) / 10]);
  const sorted = bySuite.sort(([, a], [, b]) => b - a);
  const sum = Math.round(sorted.reduce((total, [, taken]) => total + taken, 0));
  console.error(`\n${sorted.length} suites took ${sum} s in total, side by side. The longest:`);
  for (const [suite, taken] of sorted.slice(0, LONGEST)) console.error(`${String(taken).padStart(7)} s  ${suite}`);
  if (!keepsSeconds) return;
  const suites = readSuites();
  for (const [suite, taken] of sorted) {
    const list = [suites.fast, suites.part, suites.more].find((one) => suite in one);
    // Of a suite that both commands play, the longer run counts.
    if (list && (list !== suites.part || more)) list[suite] = taken;
  }
  writeSuites(suites);
}
