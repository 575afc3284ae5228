// A part of the program as a process of its own: detached, so that Ctrl-C reaches only the launcher, and with its
// output in a log file.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const LOG_MAX_BYTES = 20 * 1024 * 1024;

/** Opens a part's log for appending; a log that has grown large is renamed first. */
export function openLog(dataDir, name) {
  const file = path.join(dataDir, 'logs', `${name}.log`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (fs.existsSync(file) && fs.statSync(file).size > LOG_MAX_BYTES) fs.renameSync(file, `${file}.1`);
  return { file, handle: fs.openSync(file, 'a', 0o600) };
}

/** Starts a Node program. `exited` resolves with its exit code or signal. */
export function startChild({ name, script, args = [], env, cwd, dataDir }) {
  const log = openLog(dataDir, name);
  fs.writeSync(log.handle, `\n--- started ${new Date().toISOString()}\n`);
  const begin = fs.fstatSync(log.handle).size;
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', log.handle, log.handle],
  });
  fs.closeSync(log.handle);
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  return {
    name,
    pid: child.pid,
    logFile: log.file,
    exited,
    kill: (signal) => child.kill(signal),
    /** The last lines that this run has written so far. */
    output: () => fs.readFileSync(log.file).subarray(begin).toString('utf8').trim().split('\n').slice(-20).join('\n'),
  };
}

/** Ends a child in order, and kills it if it does not end in time. */
export async function stopChild(child, signal, patienceMs) {
  child.kill(signal);
  const late = Symbol('late');
  const timer = new Promise((resolve) => setTimeout(resolve, patienceMs, late).unref());
  if ((await Promise.race([child.exited, timer])) === late) {
    child.kill('SIGKILL');
    await child.exited;
  }
}
