// What runs on a data directory: noted while it starts, so that a start after a crash ends what was left and nothing else.
import fs from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from './files.mjs';
import { identityOf, isStill } from './process-identity.mjs';

const GENTLY_MS = 4000;
const POLL_MS = 25;

export class RunRecord {
  /** `runtime.json` appears when the program is ready; until then, and for telling processes apart, `processes.json` knows. */
  constructor(dataDir) {
    this.runtimeFile = path.join(dataDir, 'runtime.json');
    this.processesFile = path.join(dataDir, 'processes.json');
    this.processes = {};
  }

  /** @throws {Error} where another launcher runs on this data directory */
  async takeOver() {
    const known = readJson(this.processesFile, {});
    const runtime = readJson(this.runtimeFile, {});
    if (known.launcher && isStill(known.launcher.pid, known.launcher)) {
      throw new Error(`The program runs already on this data directory (pid ${known.launcher.pid}${runtime.url ? `, ${runtime.url}` : ''}).`);
    }
    const { launcher: _launcher, ...children } = known;
    // The database goes last, as in an orderly end.
    const left = Object.entries(children).reverse().filter(([, child]) => isStill(child.pid, child));
    for (const [name, child] of left) await endOrphan(name, child);
    fs.rmSync(this.runtimeFile, { force: true });
    this.note('launcher', process.pid);
    return left.map(([name]) => name);
  }

  /** Notes a process as soon as it is there. */
  note(name, pid) {
    this.processes[name] = { pid, ...identityOf(pid) };
    writeJson(this.processesFile, this.processes);
  }

  writeRuntime(runtime) {
    const { launcher: _launcher, ...children } = this.processes;
    const pids = Object.fromEntries(Object.entries(children).map(([name, { pid }]) => [name, pid]));
    writeJson(this.runtimeFile, { ...runtime, pids });
  }

  clear() {
    fs.rmSync(this.runtimeFile, { force: true });
    fs.rmSync(this.processesFile, { force: true });
  }
}

/** PostgreSQL takes SIGINT as "end now, in order"; SIGTERM would make it wait for its clients. */
export const gentleSignal = (name) => (name === 'database' ? 'SIGINT' : 'SIGTERM');

async function endOrphan(name, child) {
  const until = Date.now() + GENTLY_MS;
  signal(child.pid, gentleSignal(name));
  while (isStill(child.pid, child) && Date.now() < until) await new Promise((wake) => setTimeout(wake, POLL_MS));
  if (isStill(child.pid, child)) signal(child.pid, 'SIGKILL');
  while (isStill(child.pid, child)) await new Promise((wake) => setTimeout(wake, POLL_MS));
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
