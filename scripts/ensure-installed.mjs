// Installs packages if the lock file has changed since the last install: those that build and run the program, and with
// `--tests` also those that only tests and checks need. Uses only Node built-ins, because it runs first on a fresh
// clone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Warnings of npm, such as deprecated packages of packages, are nothing that a user can mend. */
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const SAY_EVERY_MS = 5_000;
const SHIPS = ['contracts', 'sandbox', 'backend', 'frontend'];
/** A changed lock file needs a clean install. Packages for tests are added, since the program may be running. */
const args = !withTests
  ? ['ci', '--include=dev', '--include-workspace-root', ...SHIPS.map((name) => `--workspace=${name}`)]
  : isCurrent
    ? ['install', '--include=dev', '--no-save']
    : ['ci', '--include=dev'];
console.log(`Installing ${isCurrent ? 'what tests need' : 'dependencies'} (npm ${args[0]}) …`);
const windows = process.platform === 'win32';
const begin = Date.now();
const run = spawn(windows ? 'npm.cmd' : 'npm', [...args, ...QUIET], { cwd: root, stdio: 'inherit', shell: windows });
const saying = setInterval(
  () => console.log(`  still installing, ${Math.round((Date.now() - begin) / 1_000)} s`),
  SAY_EVERY_MS,
);
const [code] = await once(run, 'exit');
clearInterval(saying);
if (code !== 0) process.exit(code ?? 1);
writeFileSync(stamp, `${hash} ${withTests ? EVERYTHING : PROGRAM}`);
