// Installs packages if the lock file has changed since the last install: those that build and run the program, and with
// `--tests` also those that only tests and checks need. Uses only Node built-ins, because it runs first on a fresh
// clone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}
const withTests = process.argv.includes('--tests');
const stamp = path.join(root, 'node_modules', '.install-stamp');
const hash = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');
const PROGRAM = 'program';
const EVERYTHING = 'everything';
const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
const isCurrent = installed === hash;
if (isCurrent && (extent === EVERYTHING || !withTests)) process.exit(0);

const QUIET = ['--no-audit', '--no-fund'];
const SHIPS = ['contracts', 'sandbox', 'backend', 'frontend'];
/** A changed lock file needs a clean install. Packages for tests are added, since the program may be running. */
const args = !withTests
  ? ['ci', '--include=dev', '--include-workspace-root', ...SHIPS.map((name) => `--workspace=${name}`)]
  : isCurrent
    ? ['install', '--include=dev', '--no-save']
    : ['ci', '--include=dev'];
console.log(`Installing ${isCurrent ? 'what tests need' : 'dependencies'} (npm ${args[0]}) …`);
const windows = process.platform === 'win32';
const run = spawnSync(windows ? 'npm.cmd' : 'npm', [...args, ...QUIET], {
  cwd: root,
  stdio: 'inherit',
  shell: windows,
});
if (run.status !== 0) process.exit(run.status ?? 1);
writeFileSync(stamp, `${hash} ${withTests ? EVERYTHING : PROGRAM}`);
