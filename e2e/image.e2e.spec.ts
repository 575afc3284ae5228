import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describeWhereFull } from '../backend/test/support/how-much.js';
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

/** Copies what the Dockerfile's last stage copies: the built program and the packages that ship. */
function fillImage(): void {
  const stage = readFileSync('Dockerfile', 'utf8')
    .split(/^FROM /m)
    .at(-1)!;
  const copied = [...stage.matchAll(/^COPY --from=(\w+) \/app\/(\S+) (\S+)$/gm)];
  expect(copied.map(([, , source]) => source)).toContain('backend');
  for (const [, from, source, target] of copied) {
    if (from === 'build')
      cpSync(source!, path.join(image, target === './' ? source! : target!), {
        recursive: true,
        filter: (file) => !/(^|\/)node_modules(\/|$)/.test(file),
      });
    else fillPackages();
  }
}

/** Copies what `npm ci --omit=dev` would install for these workspaces, without a registry. */
function fillPackages(): void {
  const workspaces = ['backend', 'contracts'].map((name) => `--workspace=${name}`);
  const list = spawnSync('npm', ['ls', '--omit=dev', ...workspaces, '--parseable', '--all'], { encoding: 'utf8' });
  const within = path.resolve('node_modules') + path.sep;
  const packages = list.stdout.split('\n').filter((folder) => folder.startsWith(within) && !folder.includes('@tknest'));
  expect(packages.length).toBeGreaterThan(100);
  const nested = (folder: string) => (file: string) => !file.slice(folder.length).includes('/node_modules');
  for (const folder of packages)
    cpSync(folder, path.join(image, path.relative('.', folder)), { recursive: true, filter: nested(folder) });
  for (const name of ['backend', 'contracts']) {
    const link = path.join(image, 'node_modules/@tknest', name);
    mkdirSync(path.dirname(link), { recursive: true });
    execFileSync('ln', ['-s', `../../${name}`, link]);
  }
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
    fillImage();
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
    const command = 'node --enable-source-maps backend/dist/program/main.js';
    await contained(command, { cwd: image, volumes, env, isReady }, async () => {
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    });
    for (const name of ['backup', 'restore', 'keys', 'log', 'replay']) {
      const run = spawnSync(process.execPath, [`backend/dist/${name}.js`], {
        cwd: image,
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      });
      expect([name, run.status, run.stdout]).toEqual([name, 2, expect.stringContaining('usage')]);
    }
    await expect(
      contained(
        command,
        { cwd: image, volumes, env: { ...env, DATA_DIR: path.join(image, 'elsewhere') }, isReady },
        noop,
      ),
    ).rejects.toThrow(/ended with 78[^]*DATA_DIR/);
  });

  onThisMachine('the demo starts with the sandbox, which others than its own machine reach', async () => {
    const volumes = volumesIn(image, 'demo', 'demo-tmp');
    const [data, temporary] = volumes as [string, string];
    const client = new pg.Client({ connectionString: program.runtime.database });
    await client.connect();
    await client.query('create database demo');
    await client.end();
    const url = new URL(program.runtime.database);
    url.pathname = '/demo';
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: url.href,
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
  });
});
