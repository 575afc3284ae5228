import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { applicationUrl } from '../scripts/lib/application-role.mjs';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until } from '../scripts/lib/platform-client.mjs';
import { ProgramInParts } from './support/program-in-parts.js';
import { removeFolder } from './support/remove-folder.js';
import { SHORT_LIST } from './support/short-list.js';

/** The user "node" of the image. */
const USER = 1000;

/** Starts database and sandbox like the launcher, and gives the settings for a backend started elsewhere. */
class Beside extends ProgramInParts {
  settingsOf: NodeJS.ProcessEnv = {};
  protected override async openBackend(_name: never, _port: number, own: Record<string, string> = {}): Promise<void> {
    this.settingsOf = { ...(await this.backendSettings()), ...own };
  }
  protected override async announce(): Promise<void> {}
}

const image = mkdtempSync(path.join(os.tmpdir(), 'tknest-image-'));
// The image's user must be able to enter the folder.
chmodSync(image, 0o755);
const program = new Beside(SHORT_LIST);
afterAll(async () => {
  await program.remove();
  removeFolder(image);
});

/** Whether this machine lets us mount file systems: root on Linux. */
const mayMount = () => process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

const noop = () => undefined;

/** Sources, tests, compilers and package managers in a folder. */
function unwanted(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) =>
    /\.tsx?$|\.(spec|test)\.|node_modules\/(typescript|npm|esbuild|vite|jest)\//.test(file),
  );
}

/** Makes folders that the image's user may write, each a volume. */
function volumesIn(folder: string, ...names: string[]): string[] {
  return names.map((name) => {
    const volume = path.join(folder, name);
    mkdirSync(volume);
    chownSync(volume, USER, USER);
    return volume;
  });
}

/** Backs up, and restores into another database, with the image's own entry and the right role for each. */
async function backedUpAndRestored(data: string, env: NodeJS.ProcessEnv): Promise<void> {
  const client = new pg.Client({ connectionString: program.runtime.database });
  await client.connect();
  await client.query('create database restored');
  await client.end();
  const owner = Object.assign(new URL(env.DATABASE_URL!), { pathname: '/restored' }).href;
  const tool = (args: string[], own: NodeJS.ProcessEnv = {}) => {
    const run = spawnSync(process.execPath, ['docker/tools.mjs', ...args], {
      cwd: image,
      env: { ...env, ...own },
      encoding: 'utf8',
    });
    expect([args[0], run.status, run.stderr]).toEqual([args[0], 0, '']);
  };
  const there = { DATABASE_URL: await applicationUrl(owner, 'ab12'), OWNER_URL: owner };
  tool(['backup', '--to', path.join(data, 'backup')]);
  tool(['restore', '--from', path.join(data, 'backup')], there);
  tool(['migrate'], there);
  tool(['replay', '--verify'], there);
}

interface Contained {
  cwd: string;
  volumes: string[];
  env: NodeJS.ProcessEnv;
  /** Whether the command is up and works. */
  isReady(): Promise<boolean>;
}

/** Runs a command as a container would, until it is ready and `use` has checked it. */
async function contained(command: string, { cwd, volumes, env, isReady }: Contained, use: (pid: number) => unknown) {
  const writable = volumes.join(' ');
  // Each volume is a mount of its own; the rest of this machine is read-only.
  const script = `set -e
    for volume in ${writable}; do mount --bind $volume $volume; done
    awk '{print $2}' /proc/self/mounts | while read -r place; do
      case " ${writable} /proc /dev " in
        *" $place "*) ;;
        *) mount -o remount,bind,ro "$place" 2>/dev/null || true ;;
      esac
    done
    cd ${cwd}
    exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all \\
      sh -c 'if touch ${cwd}/x 2>/dev/null || touch /var/tmp/tknest-x 2>/dev/null; then exit 99; fi; exec ${command}'`;
  const child = spawn('unshare', ['-m', 'sh', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit');
  try {
    const look = () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
      return isReady();
    };
    await until(look, Boolean, 'the program of the image');
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^Uid:\s+1000\s+1000/m);
    await use(child.pid!);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

describeWhereFull('the images, on a file system that is read-only, as a user without rights', () => {
  const onThisMachine = mayMount() ? it : it.skip;
  beforeAll(async () => {
    if (mayMount()) await program.start();
  });

  onThisMachine('the program starts, and writes to its volumes alone; its commands are there', async () => {
    execFileSync(process.execPath, ['scripts/image.mjs', image]);
    expect(unwanted(image)).toEqual([]);
    // With Debian's slim image (80 MB) and Node (127 MB) the whole is below 350 MB.
    expect(Number(execFileSync('du', ['-sm', image], { encoding: 'utf8' }).split('\t')[0])).toBeLessThan(140);
    const volumes = volumesIn(image, 'data', 'tombstones', 'tmp');
    const [data, tombstones, temporary] = volumes;
    const key = path.join(image, 'master.key');
    cpSync(program.settingsOf.MASTER_KEY_FILE!, key);
    chownSync(key, USER, USER);
    const port = await freePort();
    const env = {
      ...program.settingsOf,
      PORT: String(port),
      DATA_DIR: data,
      TOMBSTONES_URL: `file://${tombstones}`,
      TMPDIR: temporary,
      MASTER_KEY_FILE: key,
    };
    const isReady = () => answers(`http://127.0.0.1:${port}/api/health/ready`);
    const command = 'sh docker/program.sh';
    await contained(command, { cwd: image, volumes, env, isReady }, async () => {
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    });
    for (const name of ['backup', 'restore', 'keys', 'log', 'replay']) {
      const run = spawnSync(process.execPath, ['docker/tools.mjs', name], {
        cwd: image,
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      });
      expect([name, run.status, run.stdout]).toEqual([name, 2, expect.stringContaining('usage')]);
    }
    await backedUpAndRestored(data!, env);
    await expect(
      contained(
        'node --enable-source-maps backend/dist/program/main.js',
        { cwd: image, volumes, env: { ...env, DATA_DIR: path.join(image, 'elsewhere') }, isReady },
        noop,
      ),
    ).rejects.toThrow(/ended with 78[^]*DATA_DIR/);
  });

  onThisMachine(
    'the demo starts with its own database and the sandbox, which others than its own machine reach',
    async () => {
      const volumes = volumesIn(image, 'demo', 'demo-tmp');
      const [data, temporary] = volumes as [string, string];
      const [port, sandboxPort] = [await freePort(), await freePort()];
      const env = {
        PATH: process.env.PATH,
        DATA_DIR: data,
        TMPDIR: temporary,
        HOME: temporary,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_HOST: '0.0.0.0',
        DEMO_DATA: 'none',
        ...SHORT_LIST,
      };
      const isReady = async () => existsSync(path.join(data, 'runtime.json')) && answers(`http://127.0.0.1:${port}/`);
      await contained(
        'node scripts/start.mjs --no-build',
        { cwd: path.resolve('.'), volumes, env, isReady },
        async () => {
          const outside = Object.values(os.networkInterfaces())
            .flatMap((addresses) => addresses ?? [])
            .find(({ family, internal }) => family === 'IPv4' && !internal);
          const host = outside?.address ?? '127.0.0.1';
          expect([host, await answers(`http://${host}:${sandboxPort}/phone`)]).toEqual([host, true]);
        },
      );
    },
  );
});
