import { afterAll, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { freePort } from '../scripts/lib/free-port.mjs';
import { until } from '../scripts/lib/platform-client.mjs';
import { ProgramInParts } from './support/program-in-parts.js';
import { removeFolder } from './support/remove-folder.js';
import { SHORT_LIST } from './support/short-list.js';

/** The user "node" of the image. */
const USER = 1000;

/** Database and sandbox as the launcher starts them; the backend's settings, for one that is started elsewhere. */
class Beside extends ProgramInParts {
  settingsOf: NodeJS.ProcessEnv = {};
  protected override async openBackend(_name: never, _port: number, own: Record<string, string> = {}): Promise<void> {
    this.settingsOf = { ...(await this.backendSettings()), ...own };
  }
  protected override async announce(): Promise<void> {}
}

const image = mkdtempSync(path.join(os.tmpdir(), 'tknest-image-'));
// The image's user has to get there.
chmodSync(image, 0o755);
const program = new Beside(SHORT_LIST);
afterAll(async () => {
  await program.remove();
  removeFolder(image);
});

/** Whether this machine lets us have file systems of our own: root on Linux. */
const mayMount = () => process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/** What the last stage of the Dockerfile copies, from this checkout: the built program and the packages that ship. */
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

/** As `npm ci --omit=dev` would for these workspaces, without asking a registry. */
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

describeWhereFull('the image (operator 1)', () => {
  const onThisMachine = mayMount() ? it : it.skip;
  onThisMachine(
    'starts on a file system that is read-only, as a user without rights, and writes to its volumes alone',
    async () => {
      fillImage();
      const volumes = ['data', 'tombstones', 'tmp'].map((name) => path.join(image, name));
      for (const volume of volumes) {
        mkdirSync(volume);
        chownSync(volume, USER, USER);
      }
      const [data, tombstones, temporary] = volumes as [string, string, string];
      await program.start();
      const key = path.join(image, 'master.key');
      cpSync(program.settingsOf.MASTER_KEY_FILE!, key);
      chownSync(key, USER, USER);
      const port = await freePort();
      // Each volume is a mount of its own; everything else of this machine cannot be written.
      const script = `set -e
        for volume in ${volumes.join(' ')}; do mount --bind $volume $volume; done
        awk '{print $2}' /proc/self/mounts | while read -r place; do
          case " ${volumes.join(' ')} /proc /dev " in *" $place "*) ;; *) mount -o remount,bind,ro "$place" 2>/dev/null || true ;; esac
        done
        cd ${image}
        exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all \\
          sh -c 'if touch ${image}/x 2>/dev/null || touch /var/tmp/tknest-x 2>/dev/null; then exit 99; fi
            exec node --enable-source-maps backend/dist/program/main.js'`;
      const child = spawn('unshare', ['-m', 'sh', '-c', script], {
        env: {
          ...program.settingsOf,
          PORT: String(port),
          DATA_DIR: data,
          TOMBSTONES_URL: `file://${tombstones}`,
          TMPDIR: temporary,
          MASTER_KEY_FILE: key,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
      const ended = once(child, 'exit');
      try {
        await until(
          async () => {
            if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
            return fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
              ({ ok }) => ok,
              () => false,
            );
          },
          Boolean,
          'the program of the image',
        );
        const page = await fetch(`http://127.0.0.1:${port}/`);
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
        expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^CapEff:\s+0+$/m);
        expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\s+1000\s+1000/m);
        expect(existsSync('/var/tmp/tknest-x')).toBe(false);
        for (const command of ['backup', 'restore', 'keys', 'log', 'replay']) {
          const run = spawnSync(process.execPath, [`backend/dist/${command}.js`], {
            cwd: image,
            env: { PATH: process.env.PATH },
            encoding: 'utf8',
          });
          expect([command, run.status, run.stdout]).toEqual([command, 2, expect.stringContaining('usage')]);
        }
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    },
  );
});
