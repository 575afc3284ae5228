// What a machine can check of our rules without running anything: the directions of imports, the weight of the first
// load, which test holds which sentence of the specification, the linter, and the types of the tests (those of the
// program are the build's).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const CHECKS = [
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
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
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

for (const [script, ...args] of CHECKS) {
  const run = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
