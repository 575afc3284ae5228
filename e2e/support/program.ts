import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { Person, Sandbox, until } from '../../scripts/lib/platform-client.mjs';
import { LogStore } from './log-store.js';
import { REAL_NODE } from './real-node.js';
import { removeFolder } from './remove-folder.js';
import { RunDatabase } from './run-database.js';
import { watchLogs } from './witnesses.js';

const ROOT = path.resolve(process.cwd());

export interface Runtime {
  url: string;
  pid: number;
  pids: Record<string, number>;
  accessCode: string;
  database: string;
  sandbox: { url: string; ledger: string; phone: string };
  accounts: { issuer: string; feeWallet: string; payoutEscrow: string; rlusdIssuer: string; rlusdCurrency: string };
  wallets: { name: string; role: string; address: string; seed: string }[];
  /** The auditor, and people at the compliance desk besides the admin. */
  officers: { name: string; role: string; address: string; seed: string }[];
}

/** The whole program as `npm start` runs it, in a folder and on ports of its own. */
export class Program {
  readonly dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-e2e-'));
  private readonly unwatch = watchLogs(this.dataDir, () => this.output);
  private child: ChildProcess | null = null;
  private output = '';
  private ports: { port: number; sandboxPort: number } | null = null;
  runtime!: Runtime;
  sandbox!: Sandbox;

  readonly log: LogStore;
  private readonly database: RunDatabase | null;

  /** @param ownCluster the launcher starts a PostgreSQL of its own, for tests that stop, copy or move it */
  constructor(
    private env: Record<string, string> = {},
    { ownCluster = false } = {},
  ) {
    this.log = new LogStore(env);
    this.database = ownCluster ? null : new RunDatabase();
  }

  /** Starts the program, or restarts it on the same folder, with further settings; waits until it is ready. */
  async start(settings: Record<string, string> = {}): Promise<this> {
    this.env = { ...this.env, ...(await this.log.settings()), ...(await this.database?.settings()), ...settings };
    this.ports ??= { port: await freePort(), sandboxPort: await freePort() };
    this.output = '';
    const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
      cwd: ROOT,
      env: {
        ...process.env,
        DEMO_DATA: 'none',
        RATE_LIMITS: 'off',
        ...REAL_NODE,
        ...this.env,
        PORT: String(this.ports.port),
        SANDBOX_PORT: String(this.ports.sandboxPort),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
    const file = path.join(this.dataDir, 'runtime.json');
    await until(
      async () => {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The program ended (${child.signalCode ?? `code ${child.exitCode}`}):\n${this.output}`);
        return this.output.includes('Demo wallets') && existsSync(file);
      },
      Boolean,
      'the program being ready',
    );
    this.runtime = JSON.parse(readFileSync(file, 'utf8')) as Runtime;
    this.sandbox = new Sandbox(this.runtime.sandbox.url);
    return this;
  }

  /** Stops the program in order. @returns how long that took, ms */
  async stop(): Promise<number> {
    const began = Date.now();
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    return Date.now() - began;
  }

  /** kill -9 of every process at once, as a power cut would. */
  async powerCut(): Promise<void> {
    const pids = [this.child!.pid!, ...Object.values(this.processes())];
    const ended = new Promise((resolve) => this.child!.once('exit', resolve));
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    await ended;
  }

  processes(): Record<string, number> {
    const { pids } = JSON.parse(readFileSync(path.join(this.dataDir, 'runtime.json'), 'utf8')) as Runtime;
    return pids;
  }

  async remove(): Promise<void> {
    await this.stop();
    this.unwatch();
    this.log.stop();
    await this.database?.drop();
    removeFolder(this.dataDir);
  }

  person(name: string): Person {
    return new Person(
      this.runtime,
      this.runtime.wallets.find((wallet) => wallet.name.startsWith(name)),
    );
  }

  /** The only demo person of a role, or the first. */
  personOf(role: string, index = 0): Person {
    const people = [...this.runtime.wallets, ...this.runtime.officers];
    return new Person(this.runtime, people.filter((wallet) => wallet.role === role)[index]);
  }

  personFor(wallet: { address: string }): Person {
    return new Person(this.runtime, wallet);
  }

  /** A visitor without a wallet. */
  visitor(): Person {
    return new Person(this.runtime, undefined);
  }

  /** A new person with a funded wallet. */
  async newPerson(options?: { name?: string; xrp?: number; rlusd?: number }): Promise<Person> {
    return new Person(this.runtime, await this.sandbox.newWallet(options));
  }

  /** Waits until every read model has reached the log's current end; answers wait for a limited time only. */
  async readModelsCaughtUp(): Promise<void> {
    const lags = async () =>
      (await this.visitor().get('/api/health/ready')).readModels as { name: string; lag: number }[];
    await until(lags, (readModels) => readModels.every(({ lag }) => lag === 0), 'the read models');
  }

  /** The lines that a part of the program has logged. */
  logOf(part: 'backend' | 'sandbox'): Record<string, unknown>[] {
    return readFileSync(path.join(this.dataDir, 'logs', `${part}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** What a wallet holds on the ledger itself, decimal text; '0' without a line. */
  async onLedger(address: string, what: 'rlusd' | 'token'): Promise<string> {
    const { accounts } = this.runtime;
    const [issuer, currency] =
      what === 'rlusd'
        ? [accounts.rlusdIssuer, accounts.rlusdCurrency]
        : [accounts.issuer, '544B4E4553540000000000000000000000000000'];
    const answer = await this.sandbox.ledger('ledger_entry', {
      ripple_state: { accounts: [address, issuer], currency },
      ledger_index: 'validated',
    });
    if (!answer.node) return '0';
    const low = answer.node.LowLimit.issuer === address;
    const value: string = answer.node.Balance.value;
    return low || value === '0' ? value : value.startsWith('-') ? value.slice(1) : `-${value}`;
  }
}
