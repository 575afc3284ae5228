// Holds docs/specification.md to the tests that it names: each row of its tables names at least one, each of them is
// there, and what a row quotes from the documents in '…' is said by one of its tests.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'docs/specification.md';
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

const suites = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.spec.ts', '*.spec.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));
const NAMED = /\b(?:describe|it)\b[^'"`\n]*?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g;
const EACH = /\]\s*(?:as const)?\s*,?\s*\)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g;

/** The suite that a row means: its path from the end, without the extension. */
function suite(name) {
  const found = suites.filter((file) => `/${file.replace(/\.tsx?$/, '')}`.endsWith(`/${name}`));
  if (found.length !== 1) throw new Error(`"${name}" names ${found.length} suites`);
  const text = read(found[0]);
  const titles = [NAMED, EACH].flatMap((pattern) => [...text.matchAll(pattern)].map(([, , title]) => title));
  return { text, titles: titles.map((title) => title.replace(/\\(['"`])/g, '$1')) };
}

/** What is wrong with one row. */
function faults(says, heldBy) {
  const named = heldBy.split('<br>').map((part) => part.trim());
  if (!heldBy.trim()) return ['names no test'];
  const wrong = [];
  const texts = [];
  for (const test of named) {
    const [, name, title] = /^`([^`]+)` (.+)$/.exec(test) ?? [];
    if (!name) wrong.push(`is not \`suite\` title: ${test}`);
    else
      try {
        const { text, titles } = suite(name);
        texts.push(text.replace(/\s+/g, ' '));
        if (!titles.some((one) => one.startsWith(title))) wrong.push(`no test "${title}" in ${name}`);
      } catch (error) {
        wrong.push(error.message);
      }
  }
  const quotes = [...says.matchAll(/(?<![\w’])'([^']+)'(?!\w)/g)].map(([, quote]) => quote);
  for (const quote of quotes)
    if (!texts.some((text) => text.includes(quote))) wrong.push(`none of its tests says '${quote}'`);
  return wrong;
}

const rows = read(PAGE)
  .split('\n')
  .map((text, index) => ({ line: index + 1, cells: text.split(/(?<!\\)\|/).map((cell) => cell.trim()) }))
  .filter(({ cells }) => cells.length === 4 && !/^-+$/.test(cells[1]) && cells[2] !== 'held by');
const found = rows.flatMap(({ line, cells }) => faults(cells[1], cells[2]).map((fault) => `${PAGE}:${line} ${fault}`));
for (const fault of found) console.error(fault);
if (rows.length < 100) console.error(`${PAGE} has ${rows.length} rows only`);
process.exit(found.length > 0 || rows.length < 100 ? 1 : 0);
