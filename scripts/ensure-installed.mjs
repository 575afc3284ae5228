// Installs the dependencies when the lock file has changed since the last install. Node built-ins only: it runs first
// on a fresh clone.
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
const stamp = path.join(root, 'node_modules', '.install-stamp');
const hash = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) process.exit(0);

console.log('Installing dependencies (npm ci) …');
const windows = process.platform === 'win32';
const run = spawnSync(windows ? 'npm.cmd' : 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
  cwd: root,
  stdio: 'inherit',
  shell: windows,
});
if (run.status !== 0) process.exit(run.status ?? 1);
writeFileSync(stamp, hash);
