import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { ProgramInParts, type Part } from './program-in-parts.js';

export type WebName = `web-${number}`;
export type WorkerName = `worker-${number}`;

/** The program with some web and some worker processes on one database. */
export class ProgramInRoles extends ProgramInParts {
  readonly signerKeyFile = path.join(this.dataDir, 'signer.key');
  private readonly portOf = new Map<Part, number>();

  /** One process for both roles, as before the keys were split. */
  together = false;

  constructor(
    private readonly counts: { webs: number; workers: number },
    env: Record<string, string> = {},
  ) {
    super(env);
  }

  get webs(): WebName[] {
    return Array.from({ length: this.counts.webs }, (_, index): WebName => `web-${index + 1}`);
  }

  get workers(): WorkerName[] {
    return Array.from({ length: this.counts.workers }, (_, index): WorkerName => `worker-${index + 1}`);
  }

  /** The address of a process. */
  urlOf(name: WebName | WorkerName): string {
    return `http://127.0.0.1:${this.portOf.get(name)}`;
  }

  override async startPart(name: Part): Promise<void> {
    if (name === 'database' || name === 'sandbox' || (name === 'backend' && this.together))
      return super.startPart(name);
    if (name !== 'backend') return this.startRole(name as WebName | WorkerName);
    for (const one of [...this.workers, ...this.webs]) await this.startRole(one);
    await this.announce();
  }

  /** Runs `npm run keys -- …` with the workers' key file, with or without the running program. */
  async keys(...args: string[]): Promise<string> {
    const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL: this.runtime.database };
    for (const setting of ['MASTER_KEY', 'MASTER_KEY_FILE']) delete env[setting];
    env.SIGNER_KEY_FILE = this.signerKeyFile;
    return (await promisify(execFile)(process.execPath, ['scripts/keys.mjs', ...args], { env })).stdout;
  }

  /** Only workers get the path of the signer key, and the application for approvals. */
  private async startRole(name: WebName | WorkerName): Promise<void> {
    const role = name.startsWith('web') ? 'web' : 'worker';
    if (!this.portOf.has(name)) this.portOf.set(name, name === 'web-1' ? this.settings.port : await freePort());
    if (!existsSync(this.signerKeyFile))
      writeFileSync(this.signerKeyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    const own: Record<string, string> =
      role === 'worker'
        ? { ROLE: role, SIGNER_KEY_FILE: this.signerKeyFile }
        : { ROLE: role, XAMAN_APPROVALS_KEY: '', XAMAN_APPROVALS_SECRET: '' };
    await this.openBackend(name, this.portOf.get(name)!, own);
  }
}
