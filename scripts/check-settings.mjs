// Compares docs/settings.md with the settings that the program reads: each has a row, and each row names one of them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'docs/settings.md';
const READERS = [
  'backend/src/platform/config',
  'backend/src/platform/config/log-settings.ts',
  'sandbox/src/config.ts',
  'scripts/lib/settings.mjs',
];
/** Not settings: what `npm start` sets for the backend and the sandbox. */
const NOT_SETTINGS = new Set(['SANDBOX', 'SANDBOX_URL', 'BACKEND_URL']);
/** A variable as the readers name it: `env.NAME`, `env['NAME']`, or a whole string that is a name. */
const NAMED = /\benv\.([A-Z][A-Z0-9_]+)\b|['"]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT)['"]/g;
/** A name destructured from the environment: `const { NAME: given } = env`. */
const TAKEN = /\{([^{}]*)\}\s*=\s*(?:process\.)?env\b|\{([^{}]*)\}: NodeJS\.ProcessEnv/g;
/** A name that the code composes: `SANCTIONS_${list}`. */
const SANCTIONS = /^SANCTIONS_(EU|UK|UN)$/;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...READERS], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('.spec.') && fs.existsSync(path.join(root, file)))
  .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));

const read = new Set();
for (const source of sources) {
  for (const [, dotted, quoted] of source.matchAll(NAMED)) read.add(dotted ?? quoted);
  for (const [, one, other] of source.matchAll(TAKEN))
    for (const [name] of (one ?? other).matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) read.add(name);
}
for (const name of NOT_SETTINGS) read.delete(name);

const page = fs.readFileSync(path.join(root, PAGE), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
const documented = new Set(
  rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name)),
);
const faults = [
  ...[...read].filter((name) => !documented.has(name)).map((name) => `${PAGE} has no row for ${name}`),
  ...[...documented]
    .filter((name) => !read.has(name) && !SANCTIONS.test(name))
    .map((name) => `${PAGE} names ${name}, which nothing reads`),
];
for (const fault of faults) console.error(fault);
if (read.size < 40) console.error(`Only ${read.size} settings were found in the code`);
process.exit(faults.length > 0 || read.size < 40 ? 1 : 0);
