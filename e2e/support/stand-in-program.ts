import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { removeFolder } from './remove-folder.js';
import { watchLogs } from './witnesses.js';

const ROOT = path.resolve(process.cwd());
const READY_MS = 120_000;
/** What `npm start` runs: `node scripts/start.mjs …`. */
const [, SCRIPT, ...FLAGS] = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts.start.split(' ');

/** A backend that is ready once it is announced, serves its environment and arguments, and notes how it ended. */
const BACKEND = `
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
const note = (line) => appendFileSync(process.env.DATA_DIR + '/backend-notes', line + '\\n');
const answers = { '/api/health/ready': {}, '/api/platform/config': { issuer: 'rI', feeWallet: 'rF', payoutEscrow: 'rP', rlusdIssuer: process.env.RLUSD_ISSUER, rlusdCurrency: '524C' }, '/environment': process.env, '/arguments': process.argv.slice(2) };
const waits = (url) => url === '/api/health/ready' && !existsSync(process.env.ANNOUNCEMENT_FILE);
const server = createServer((request, response) => { const body = waits(request.url) ? { status: 'announcing' } : answers[request.url]; response.statusCode = waits(request.url) ? 503 : body ? 200 : 404; response.end(JSON.stringify(body ?? {})); });
server.listen(Number(process.env.PORT), '127.0.0.1', () => note('up'));
process.on('SIGTERM', () => { note('ended'); process.exit(0); });
process.on('SIGINT', () => { note('interrupted'); process.exit(0); });
`;

/** The real launcher with database and sandbox, but with a stand-in for the backend. */
export class StandInProgram {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-launcher-'));
  readonly dataDir = path.join(this.folder, 'data');
  readonly runtimeFile = path.join(this.dataDir, 'runtime.json');
  private readonly unwatch = watchLogs(this.dataDir, () => this.output);
  child!: ChildProcess;
  output = '';
  ports!: { PORT: string; SANDBOX_PORT: string };

  constructor() {
    // Under root, PostgreSQL's own user must pass through this folder, or the database would be put elsewhere.
    chmodSync(this.folder, 0o711);
    cpSync(path.join(ROOT, 'scripts'), path.join(this.folder, 'scripts'), { recursive: true });
    for (const shared of ['node_modules', 'sandbox'])
      symlinkSync(path.join(ROOT, shared), path.join(this.folder, shared));
    mkdirSync(path.join(this.folder, 'backend/dist/program'), { recursive: true });
    writeFileSync(path.join(this.folder, 'backend/package.json'), '{"type":"module"}');
    writeFileSync(path.join(this.folder, 'backend/dist/program/main.js'), BACKEND);
  }

  /** Starts it without waiting. */
  async launch(env: Record<string, string> = {}, args: readonly string[] = []): Promise<this> {
    this.ports ??= { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    this.output = '';
    const inherited: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: '' };
    const child = spawn(process.execPath, [path.join(this.folder, SCRIPT!), ...FLAGS, '--no-build', ...args], {
      env: { ...inherited, DEMO_DATA: 'none', ...this.ports, DATA_DIR: this.dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += chunk));
    this.child = child;
    return this;
  }

  /** Starts it and waits until it says that it is ready. */
  async start(env: Record<string, string> = {}, args: readonly string[] = []): Promise<any> {
    await this.launch(env, args);
    const until = Date.now() + READY_MS;
    while (!existsSync(this.runtimeFile) || this.runtime().pid !== this.child.pid || !this.output.includes('Ctrl-C')) {
      if (this.child.exitCode !== null || Date.now() > until) throw new Error(`Not ready:\n${this.output}`);
      await pause(20);
    }
    return this.runtime();
  }

  runtime(): any {
    return JSON.parse(readFileSync(this.runtimeFile, 'utf8'));
  }

  notes(): string[] {
    return readFileSync(path.join(this.dataDir, 'backend-notes'), 'utf8').trim().split('\n');
  }

  /** Resolves with the exit code. */
  async ended(): Promise<number | null> {
    while (this.child.exitCode === null && this.child.signalCode === null) await pause(10);
    return this.child.exitCode;
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }

  async remove(): Promise<void> {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.stop();
    this.unwatch();
    removeFolder(this.folder);
  }
}

export const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie is no longer alive.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
