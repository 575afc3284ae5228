// Runs all static checks: the directions of imports, the size of the first load, known vulnerabilities of dependencies,
// the required Node version, versions that agree, base images that somebody looked at, a test for each sentence of the
// specification, documented settings, spelling and terms, what benchmarks import, which command runs each suite, the
// linters of code and style sheets, and the types of the tests (the build checks those of the program).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sideBySide } from './lib/side-by-side.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Folders that the linter and the import checker read. */
const SOURCES = [
  ...['backend', 'frontend', 'sandbox', 'contracts'].flatMap((name) => [`${name}/src`, `${name}/test`]),
  ...['backend', 'frontend', 'sandbox'].map((name) => `${name}/bench`),
  'scripts',
  'e2e',
];
/** The longest first, because the others run beside it. */
const CHECKS = [
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...SOURCES],
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.pages.cjs',
    'frontend/src',
    'contracts/src',
  ],
  ['scripts/check-bundle.mjs'],
  ['scripts/check-advisories.mjs'],
  ['scripts/check-packages.mjs'],
  ['scripts/check-images.mjs'],
  ['scripts/check-lines.mjs'],
  ['scripts/check-specification.mjs'],
  ['scripts/check-asvs.mjs'],
  ['scripts/check-settings.mjs'],
  ['scripts/check-words.mjs'],
  ['scripts/check-benches.mjs'],
  ['scripts/check-suites.mjs'],
  ['node_modules/@typescript/native/bin/tsc', '-p', 'e2e'],
  ['node_modules/@typescript/native/bin/tsc', '-p', 'frontend/tsconfig.tests.json'],
  ['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...SOURCES],
  ['node_modules/stylelint/bin/stylelint.mjs', '{frontend,sandbox}/src/**/*.css'],
];

// Each check mostly uses one thread. All of them run, so that every fault is reported.
process.exitCode = await sideBySide(CHECKS.map((check) => () => ask(check)));

/** Prints a check's output in one piece when it has ended. @returns its exit code */
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
