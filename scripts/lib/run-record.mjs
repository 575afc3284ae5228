// Records the processes of a data directory, so that a start after a crash ends those left behind, and no others.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from './files.mjs';
import { isStill, processesWith, startOf } from './process-identity.mjs';

const GENTLY_MS = 4000;
const POLL_MS = 25;
/** A complete mark: a part of one could match the command lines of other processes. */
const MARK = /^tknest-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** PostgreSQL renames its helpers like this; they end with their server. */
const DATABASE_HELPER = /^postgres: /;

export class RunRecord {
  /**
   * The mark of this run is on the command line of each of its processes, and on disk before the first of them starts.
   * So they can be found after any crash, and no other process is mistaken for one of them.
   */
  mark = `tknest-${randomUUID()}`;
  pids = {};

  /** `runtime.json` appears when the program is ready; `processes.json` exists from the run's first moment. */
  constructor(dataDir) {
    this.runtimeFile = path.join(dataDir, 'runtime.json');
    this.processesFile = path.join(dataDir, 'processes.json');
  }

  /** @throws {Error} where another launcher runs on this data directory */
  async takeOver() {
    const last = readJson(this.processesFile, {});
    if (isStill(last.launcher)) {
      const { url } = readJson(this.runtimeFile, {});
      throw new Error(
        `The program is already running on this data directory (pid ${last.launcher.pid}${url ? `, ${url}` : ''}).`,
      );
    }
    const left = MARK.test(last.mark) ? orphansOf(last.mark) : [];
    for (const orphan of left) await end(orphan);
    fs.rmSync(this.runtimeFile, { force: true });
    this.#write();
    return left.map(
      ({ pid }) => Object.keys(last.pids ?? {}).find((name) => last.pids[name] === pid) ?? `process ${pid}`,
    );
  }

  note(name, pid) {
    this.pids[name] = pid;
    this.#write();
  }

  writeRuntime(runtime) {
    writeJson(this.runtimeFile, { ...runtime, pids: this.pids });
  }

  clear() {
    fs.rmSync(this.runtimeFile, { force: true });
    fs.rmSync(this.processesFile, { force: true });
  }

  #write() {
    writeJson(this.processesFile, {
      launcher: { pid: process.pid, started: startOf(process.pid) },
      mark: this.mark,
      pids: this.pids,
    });
  }
}

/** The database goes last, as in an orderly end. */
function orphansOf(mark) {
  const found = processesWith(mark).filter(({ command }) => !DATABASE_HELPER.test(command));
  return found
    .map(({ pid, command }) => ({ pid, started: startOf(pid), isDatabase: command.includes(`cluster_name=${mark}`) }))
    .sort((a, b) => Number(a.isDatabase) - Number(b.isDatabase));
}

/** PostgreSQL takes SIGINT as "end now, in order"; SIGTERM would make it wait for its clients. */
export const gentleSignal = (name) => (name === 'database' ? 'SIGINT' : 'SIGTERM');

async function end(orphan) {
  const until = Date.now() + GENTLY_MS;
  signal(orphan.pid, orphan.isDatabase ? 'SIGINT' : 'SIGTERM');
  while (isStill(orphan) && Date.now() < until) await new Promise((wake) => setTimeout(wake, POLL_MS));
  if (isStill(orphan)) signal(orphan.pid, 'SIGKILL');
  while (isStill(orphan)) await new Promise((wake) => setTimeout(wake, POLL_MS));
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
