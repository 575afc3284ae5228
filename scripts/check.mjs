// What a machine can check of our rules without running anything: the directions of imports, the weight of the first
// load, which test holds which sentence of the specification, the linter, and the types of the tests (those of the
// program are the build's).
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The longest first: the others go beside it. */
const CHECKS = [
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'backend/src',
    'frontend/src',
    'sandbox/src',
    'contracts/src',
  ],
  ['scripts/check-bundle.mjs'],
  ['scripts/check-lines.mjs'],
  ['scripts/check-specification.mjs'],
  ['node_modules/@typescript/native/bin/tsc', '-p', 'e2e'],
  ['node_modules/@typescript/native/bin/tsc', '-p', 'frontend/tsconfig.tests.json'],
  [
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    'backend/src',
    'backend/test',
    'backend/bench',
    'frontend/src',
    'sandbox/src',
    'contracts/src',
    'scripts',
    'e2e',
  ],
];

const waiting = [...CHECKS];
// Each is mostly one thread's work, so as many run at once as there are cores. All are made: one learns of every fault.
await Promise.all(Array.from({ length: availableParallelism() }, inTurn));

async function inTurn() {
  for (let check = waiting.shift(); check; check = waiting.shift())
    process.exitCode = Math.max(process.exitCode ?? 0, await ask(check));
}

/** What a check says is said at once, when it has ended. @returns its exit code */
function ask([script, ...args]) {
  const child = spawn(process.execPath, [path.join(root, script), ...args], { cwd: root });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    }),
  );
}
