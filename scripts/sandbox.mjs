// `npm run sandbox`: the outside world alone. With `--empty`: an untouched ledger node.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/@typescript/native/bin/tsc'), '-b', 'sandbox'],
  { cwd: root, stdio: 'inherit' },
);
if (built.status !== 0) process.exit(built.status ?? 1);

const child = spawn(
  process.execPath,
  ['--enable-source-maps', path.join(root, 'sandbox/dist/main.js'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// Ctrl-C reaches the child by itself; SIGTERM is passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
