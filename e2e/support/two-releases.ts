import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { ProgramInParts } from './program-in-parts.js';

const NEXT_RELEASE = new URL('./next-release.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));

/** The program and, on the same database, a later release with two more migrations. */
export class TwoReleases extends ProgramInParts {
  private nextPort: number | null = null;

  /** The address of the later release. */
  get nextUrl(): string {
    return `http://localhost:${this.nextPort}`;
  }

  /** Starts the later release and waits until it is ready: by then it has migrated. */
  async startNext(): Promise<void> {
    this.nextPort ??= await freePort();
    await this.openBackend('next', this.nextPort, { NODE_OPTIONS: `--import ${NEXT_RELEASE}` }, MAIN);
  }
}
