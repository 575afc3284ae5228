// What a machine can check of our rules without running anything: the directions of imports, the weight of the first
// load, known weaknesses of what ships, the Node that it asks for, which test holds which sentence of the
// specification, whether each setting is documented, spelling and terms, the linter, and the types of the tests (those
// of the program are the build's).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sideBySide } from './lib/side-by-side.mjs';

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
  ['scripts/check-advisories.mjs'],
  ['scripts/check-engines.mjs'],
  ['scripts/check-lines.mjs'],
  ['scripts/check-specification.mjs'],
  ['scripts/check-asvs.mjs'],
  ['scripts/check-settings.mjs'],
  ['scripts/check-words.mjs'],
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

// Each is mostly one thread's work. All are made: one learns of every fault.
process.exitCode = await sideBySide(CHECKS.map((check) => () => ask(check)));

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
