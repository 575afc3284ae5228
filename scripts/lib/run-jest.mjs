// Runs Jest, and watches that it gets on: the time-outs of tests and hooks are Jest's own, so they do not help where
// its own process or one of its workers waits for something that never comes.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url)),
];
/** Tells `runJest` of each suite. */
const PROGRESS = fileURLToPath(new URL('./suite-progress.cjs', import.meta.url));
const MINUTE = 60_000;
/** For the services of the run to end, after the last suite: a process that a test left behind could keep Jest. */
const CLOSING_MINUTES = 1;

/** The processes below one, nearest first; also those that lead a group of their own, such as PostgreSQL. */
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
      // Gone meanwhile.
    }
  }
}

/**
 * Runs Jest once with these arguments.
 * @param stallMinutes without a suite that begins or ends, after which the run is taken for stuck and killed
 * @param closingMinutes after the last suite has ended, when Jest is killed if it has not gone; that is not stuck
 * @param output what becomes of what Jest says: `inherit`, or `ignore`
 * @returns {Promise<{ status: number, ended: Set<string>, failed: Set<string>, stuck: boolean }>} the suites that
 * ended, by path, and those of them that failed; `stuck` where the run was killed
 */
export function runJest(args, { cwd, env, stallMinutes, closingMinutes = CLOSING_MINUTES, output = 'inherit' }) {
  // The reporters come last: what follows them would be taken for one more.
  const all = [...JEST, ...args, '--reporters=default', `--reporters=${PROGRESS}`];
  const child = spawn(process.execPath, all, { cwd, env, stdio: ['inherit', output, output, 'ipc'] });
  const running = new Set();
  const ended = new Set();
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
    console.error(`\nAll suites have ended, and Jest has not after ${closingMinutes} minutes: it is killed.`);
    killWithAllBelow(child.pid);
  };
  child.on('message', ({ began, ended: done, passed, complete: all }) => {
    clearTimeout(stall);
    complete ||= Boolean(all);
    stall = complete ? setTimeout(close, closingMinutes * MINUTE) : setTimeout(giveUp, stallMinutes * MINUTE);
    if (began) running.add(began);
    if (!done) return;
    running.delete(done);
    ended.add(done);
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

/** More failing suites than these are no accident of a loaded machine. */
export const FLAKY_MAX = 2;

/**
 * Whether the few suites that failed pass when they are run once more, with nothing beside them; they are named, since
 * a suite that fails now and then hides a fault of its own or of the program.
 * @param failed suites by path; none, or more than `FLAKY_MAX`, get no second look
 */
export async function passAlone(failed, options) {
  if (failed.size === 0 || failed.size > FLAKY_MAX) return false;
  const named = (suites) => suites.map((suite) => path.relative(options.cwd, suite)).join(', ');
  console.error(`\nFailed, and run once more alone: ${named([...failed])}`);
  const again = await runJest(['--maxWorkers=1', '--runTestsByPath', ...failed], options);
  const passedNow = [...failed].filter((suite) => again.ended.has(suite) && !again.failed.has(suite));
  const failedTwice = [...failed].filter((suite) => !passedNow.includes(suite));
  if (passedNow.length > 0) console.error(`\nFlaky, to be mended: ${named(passedNow)}`);
  if (failedTwice.length > 0) console.error(`\nFailed twice: ${named(failedTwice)}`);
  return again.status === 0 && !again.stuck && failedTwice.length === 0;
}
