// Runs Jest and watches its progress: the time-outs of tests and hooks are Jest's own, so they do not help if its own
// process or one of its workers waits for something that never comes.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url)),
];
/** Reports each suite to `runJest`. */
const PROGRESS = fileURLToPath(new URL('./suite-progress.cjs', import.meta.url));
const MINUTE = 60_000;
/** Time for Jest to end after the last suite: a process that a test left behind could keep it running. */
const CLOSING_MINUTES = 1;

/** The descendants of a process, nearest first, including leaders of a group of their own, such as PostgreSQL. */
function descendants(pid) {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = (stdout ?? '').split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent) => rows.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function killWithAllBelow(pid) {
  for (const one of [pid, ...descendants(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Runs Jest once with these arguments.
 * @param stallMinutes without a suite that begins or ends, after which the run counts as stuck and is killed
 * @param closingMinutes after the last suite, after which Jest is killed; that does not count as stuck
 * @param output of Jest: `inherit` or `ignore`
 * @returns {Promise<{ status: number, ended: Map<string, number>, failed: Set<string>, stuck: boolean }>} the suites
 * that ended, by path, with their seconds, and those of them that failed; `stuck` where the run was killed
 */
export function runJest(args, { cwd, env, stallMinutes, closingMinutes = CLOSING_MINUTES, output = 'inherit' }) {
  // The reporters come last, because Jest would take an argument after them for another reporter.
  const all = [...JEST, ...args, '--reporters=default', `--reporters=${PROGRESS}`];
  const child = spawn(process.execPath, all, { cwd, env, stdio: ['inherit', output, output, 'ipc'] });
  const running = new Set();
  const ended = new Map();
  const failed = new Set();
  let stuck = false;
  const giveUp = () => {
    stuck = true;
    console.error(`\nFor ${stallMinutes} minutes no suite began or ended: the run is stuck and is killed.`);
    console.error(running.size ? `Under way:\n  ${[...running].join('\n  ')}` : 'No suite was under way.');
    const processes = [child.pid, ...descendants(child.pid)].join(',');
    spawnSync('ps', ['-o', 'pid,ppid,stat,wchan:24,etime,time,args', '-p', processes], { stdio: 'inherit' });
    killWithAllBelow(child.pid);
  };
  let stall = setTimeout(giveUp, stallMinutes * MINUTE);
  let complete = false;
  const close = () => {
    console.error(`\nAll suites have ended, but Jest is still running after ${closingMinutes} minutes: it is killed.`);
    killWithAllBelow(child.pid);
  };
  child.on('message', ({ began, ended: done, passed, seconds, complete: all }) => {
    clearTimeout(stall);
    complete ||= Boolean(all);
    stall = complete ? setTimeout(close, closingMinutes * MINUTE) : setTimeout(giveUp, stallMinutes * MINUTE);
    if (began) running.add(began);
    if (!done) return;
    running.delete(done);
    ended.set(done, seconds);
    if (!passed) failed.add(done);
  });
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(stall);
      resolve({ status: code ?? (complete && failed.size === 0 ? 0 : 1), ended, failed, stuck });
    }),
  );
}

/** The suites that these arguments ask for, by path. */
export function listSuites(args, { cwd, env }) {
  const { stdout } = spawnSync(process.execPath, [...JEST, '--listTests', ...args], { cwd, env, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => path.isAbsolute(line));
}

/** If more suites fail, the machine's load is not the cause. */
export const FLAKY_MAX = 2;

/**
 * Runs the few failed suites once more, alone, and tells whether they pass. Names those that do, since a suite that
 * fails now and then hides a fault of its own or of the program.
 * @param failed suites by path; none, or more than `FLAKY_MAX`, are not run again
 */
export async function passAlone(failed, options) {
  if (failed.size === 0 || failed.size > FLAKY_MAX) return false;
  const named = (suites) => suites.map((suite) => path.relative(options.cwd, suite)).join(', ');
  console.error(`\nFailed, now running again alone: ${named([...failed])}`);
  const again = await runJest(['--maxWorkers=1', '--runTestsByPath', ...failed], options);
  const passedNow = [...failed].filter((suite) => again.ended.has(suite) && !again.failed.has(suite));
  const failedTwice = [...failed].filter((suite) => !passedNow.includes(suite));
  if (passedNow.length > 0) console.error(`\nFlaky, to be fixed: ${named(passedNow)}`);
  if (failedTwice.length > 0) console.error(`\nFailed twice: ${named(failedTwice)}`);
  return again.status === 0 && !again.stuck && failedTwice.length === 0;
}
