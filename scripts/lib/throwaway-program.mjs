// The whole program with a data directory of its own, for measurements, pictures and drills. Build first.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from './files.mjs';
import { freePort } from './free-port.mjs';
import { until } from './platform-client.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PATIENCE_MS = 180_000;

/** A program that is started, ended and started again on the same folder and ports, and leaves nothing behind. */
export class ThrowawayProgram {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-'));
  #ports;
  #child;

  /** @param env settings beside the defaults */
  constructor(env) {
    this.env = env;
  }

  /** @returns the content of its runtime.json once it is ready @throws if it ends before that */
  async start() {
    this.#ports ??= { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    const file = path.join(this.dataDir, 'runtime.json');
    // A file that a killed run left would describe that run.
    fs.rmSync(file, { force: true });
    const env = { ...process.env, DATA_DIR: this.dataDir, LOG_LEVEL: 'error', ...this.#ports, ...this.env };
    const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    this.#child = child;
    return until(
      async () => {
        if (hasEnded(child)) throw new Error('The program ended while it started');
        return fs.existsSync(file) && JSON.parse(fs.readFileSync(file, 'utf8'));
      },
      (runtime) => runtime && runtime.wallets,
      'the program',
      PATIENCE_MS,
    );
  }

  /** kill -9 of every process at once, as a power cut would. */
  async powerCut() {
    const { pids } = readJson(path.join(this.dataDir, 'processes.json'), {});
    await this.#endedBy(() => {
      for (const pid of [this.#child.pid, ...Object.values(pids)]) kill(pid);
    });
  }

  /** Ends it in order, and removes its folder. */
  async remove() {
    await this.#endedBy(() => this.#child.kill('SIGTERM'));
    const folders = [this.databaseFolder(), this.dataDir].filter(Boolean);
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** The folder of its embedded PostgreSQL. */
  databaseFolder() {
    return readJson(path.join(this.dataDir, 'database.json'), {}).folder;
  }

  async #endedBy(end) {
    if (!this.#child || hasEnded(this.#child)) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    end();
    await gone;
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Starts the program, passes the content of its runtime.json to `use`, and leaves nothing behind. */
export async function withProgram(env, use) {
  const program = new ThrowawayProgram(env);
  try {
    await use(await program.start());
  } finally {
    await program.remove();
  }
}
