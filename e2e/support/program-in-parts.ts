import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startDatabase } from '../../scripts/lib/database.mjs';
import { backendEnvironment, sandboxEnvironment } from '../../scripts/lib/environments.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { Sandbox } from '../../scripts/lib/platform-client.mjs';
import { readAccounts, readSandbox, runtimeOf } from '../../scripts/lib/runtime.mjs';
import { masterKeyFile, readSecrets } from '../../scripts/lib/secrets.mjs';
import { readSettings } from '../../scripts/lib/settings.mjs';
import { waitUntilReady } from '../../scripts/lib/wait-until.mjs';
import { Program, type Runtime } from './program.js';
import { REAL_NODE } from './real-node.js';

const READY_MS = 120_000;
const ROOT = path.resolve(process.cwd());

const BACKEND = 'backend/dist/program/main.js';

export type Part = 'database' | 'sandbox' | 'backend' | 'next' | `web-${number}` | `worker-${number}`;

interface Running {
  name: Part;
  pid: number;
  logFile: string;
  /** Resolves with the exit code or the signal that ended it. */
  exited: Promise<string>;
  output(): string;
  child?: ChildProcess;
}

/**
 * The program as the launcher assembles it, with control over each part: a part can be killed and restarted while the
 * others keep running, and the backend can be told where to crash.
 */
export class ProgramInParts extends Program {
  private readonly parts = new Map<Part, Running>();
  private readonly inherited: NodeJS.ProcessEnv;
  protected settings: any;

  constructor(env: Record<string, string> = {}) {
    super(env, { ownCluster: true });
    this.inherited = {
      ...process.env,
      DEMO_DATA: 'none',
      RATE_LIMITS: 'off',
      ...REAL_NODE,
      ...env,
      DATA_DIR: this.dataDir,
    };
    // Jest sets it to `test`, which the program would take for a deployment's setting.
    delete this.inherited.NODE_ENV;
  }

  /** Settings of parts that are started from now on. */
  inherit(env: Record<string, string>): void {
    Object.assign(this.inherited, env);
  }

  override async start(): Promise<this> {
    Object.assign(this.inherited, await this.log.settings());
    this.settings ??= readSettings({
      ...this.inherited,
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
    });
    mkdirSync(path.join(this.dataDir, 'logs'), { recursive: true });
    await this.startPart('database');
    await this.startPart('sandbox');
    await this.startPart('backend');
    return this;
  }

  /** Starts a part that does not run, and waits until it is ready. */
  async startPart(name: Part): Promise<void> {
    if (name === 'database') return this.openDatabase();
    const secrets = readSecrets(this.dataDir);
    const { settings } = this;
    if (name === 'sandbox') {
      this.open('sandbox', 'sandbox/dist/main.js', sandboxEnvironment(this.inherited, settings, secrets));
      await this.ready('sandbox', `http://127.0.0.1:${settings.sandboxPort}/control/info`);
      this.sandbox = new Sandbox(`http://localhost:${settings.sandboxPort}`);
      return;
    }
    await this.openBackend('backend', settings.port);
    await this.announce();
  }

  /** A process of the backend with settings of its own. */
  protected async openBackend(
    name: Part,
    port: number,
    own: Record<string, string> = {},
    script = BACKEND,
  ): Promise<void> {
    const env = await this.backendSettings();
    this.open(name, script, { ...env, PORT: String(port), ...own });
    await this.ready(name, `http://127.0.0.1:${port}/api/health/ready`);
  }

  /** The environment of a backend process. */
  protected async backendSettings(): Promise<NodeJS.ProcessEnv> {
    return backendEnvironment(this.inherited, this.settings, readSecrets(this.dataDir), {
      databaseUrl: this.runtime.database,
      masterKeyFile: masterKeyFile(this.dataDir),
      sandbox: await readSandbox(this.settings.sandboxPort),
    });
  }

  /** Publishes the program's address once the backend answers there. */
  protected async announce(): Promise<void> {
    const { settings } = this;
    const [url, sandbox] = [`http://localhost:${settings.port}`, await readSandbox(settings.sandboxPort)];
    const [databaseUrl, accounts] = [this.runtime.database, await readAccounts(url, sandbox)];
    this.runtime = runtimeOf({ settings, url, databaseUrl, sandbox, accounts }) as Runtime;
  }

  pidOf(name: Part): number {
    return this.parts.get(name)!.pid;
  }

  /** kill -9 of one part. */
  async kill(name: Part): Promise<void> {
    const part = this.parts.get(name);
    if (!part) return;
    process.kill(part.pid, 'SIGKILL');
    await part.exited;
  }

  /** The backend ends itself as kill -9 would when it next passes this point: `place[/subject][:occurrence]`. */
  async crashAt(point: string, name: Part = 'backend'): Promise<void> {
    const { child } = this.parts.get(name)!;
    const armed = new Promise((resolve) => child!.once('message', resolve));
    child!.send({ crashAt: point });
    await armed;
  }

  /** Resolves with the part's exit code or signal. */
  exited(name: Part): Promise<string> {
    return this.parts.get(name)?.exited ?? Promise.resolve('it does not run');
  }

  isRunning(name: Part): boolean {
    return this.parts.has(name);
  }

  override async powerCut(): Promise<void> {
    await Promise.all([...this.parts.keys()].map((name) => this.kill(name)));
  }

  override async stop(): Promise<number> {
    const began = Date.now();
    const backends = [...this.parts.keys()].filter((name) => name !== 'sandbox' && name !== 'database');
    await Promise.all(backends.map((name) => this.end(name, 'SIGTERM')));
    await this.end('sandbox', 'SIGTERM');
    await this.end('database', 'SIGINT');
    return Date.now() - began;
  }

  /** Sends the signal to a part and waits until it has exited. */
  async end(name: Part, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const part = this.parts.get(name);
    if (!part) return;
    process.kill(part.pid, signal);
    await part.exited;
  }

  private async openDatabase(): Promise<void> {
    const logFile = path.join(this.dataDir, 'logs', 'database.log');
    const onSpawn = ({ pid, exited, output }: { pid: number; exited: Promise<string>; output(): string }) =>
      this.note({ name: 'database', pid, exited, output, logFile });
    const database = await startDatabase({
      dataDir: this.dataDir,
      password: readSecrets(this.dataDir).databasePassword,
      logFile,
      mark: `tknest-e2e-${process.pid}`,
      onSpawn,
    });
    this.runtime = { ...this.runtime, database };
  }

  private open(name: Part, script: string, env: NodeJS.ProcessEnv): void {
    const logFile = path.join(this.dataDir, 'logs', `${name}.log`);
    const log = openSync(logFile, 'a');
    const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', script], {
      cwd: ROOT,
      env,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    child.channel?.unref();
    const exited = new Promise<string>((resolve) =>
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)),
    );
    this.note({
      name,
      pid: child.pid!,
      exited,
      logFile,
      output: () => readFileSync(logFile, 'utf8').slice(-4000),
      child,
    });
  }

  private note(part: Running): void {
    this.parts.set(part.name, part);
    void part.exited.then(() => this.parts.get(part.name) === part && this.parts.delete(part.name));
  }

  private async ready(name: Part, url: string): Promise<void> {
    await waitUntilReady({ url, child: this.parts.get(name)!, patienceMs: READY_MS });
  }
}
