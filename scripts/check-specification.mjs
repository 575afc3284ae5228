// Compares docs/specification.md with the tests that it names: each row of its tables names at least one, and all of
// them exist. A text that a row quotes from the documents in '…' occurs in one of these tests: in its table or its
// body, not in its title, and not elsewhere in the file. Also checks that each row has a number of its own, and that
// the page has each row that the code cites.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testsOf } from './lib/tests-of.mjs';

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
const known = new Map();

/** The tests of the suite that a row names, by the end of its path without the extension. */
function testsIn(name) {
  if (!known.has(name)) {
    const found = suites.filter((file) => `/${file.replace(/\.tsx?$/, '')}`.endsWith(`/${name}`));
    if (found.length !== 1) throw new Error(`"${name}" names ${found.length} suites`);
    known.set(name, testsOf(found[0], read(found[0])));
  }
  return known.get(name);
}

/** The faults of one row. */
function faults(says, heldBy) {
  const named = heldBy.split('<br>').map((part) => part.trim());
  if (!heldBy.trim()) return ['names no test'];
  const wrong = [];
  const said = [];
  for (const test of named) {
    const [, name, title] = /^`([^`]+)` (.+)$/.exec(test) ?? [];
    if (!name) wrong.push(`is not \`suite\` title: ${test}`);
    else
      try {
        const tests = testsIn(name).filter((one) => one.title.startsWith(title));
        if (tests.length === 0) wrong.push(`no test "${title}" in ${name}`);
        said.push(...tests.map(({ says }) => says));
      } catch (error) {
        wrong.push(error.message);
      }
  }
  const quotes = [...says.matchAll(/(?<![\w’])'([^']+)'(?!\w)/g)].map(([, quote]) => quote);
  for (const quote of quotes)
    if (!said.some((text) => text.includes(quote))) wrong.push(`none of its tests says '${quote}'`);
  return wrong;
}

const rows = read(PAGE)
  .split('\n')
  .map((text, index) => ({ line: index + 1, cells: text.split(/(?<!\\)\|/).map((cell) => cell.trim()) }))
  .filter(({ cells }) => cells.length === 5 && !/^-+$/.test(cells[1]) && cells[1] !== 'row');

/** Rows whose number is not of their section, or given twice. */
function wronglyNumbered() {
  const seen = new Set();
  let [document, section] = ['', ''];
  return read(PAGE)
    .split('\n')
    .flatMap((text, index) => {
      document = /^## Document (\d)/.exec(text)?.[1] ?? document;
      section = /^### §([\d.]+) /.exec(text)?.[1] ?? section;
      const row = document && /^\| (?!-|row )(.*?) \|/.exec(text)?.[1];
      if (!row) return [];
      const fits =
        row.startsWith(`REQ-${document}.${section}.`) && /^\d+$/.test(row.split('.').at(-1)) && !seen.has(row);
      seen.add(row);
      return fits ? [] : [`${PAGE}:${index + 1} is no new row of document ${document}, section ${section}: ${row}`];
    });
}

/** Citations of rows that the page does not have, and of a section where a row is meant. */
function unknownCitations(file) {
  return read(file)
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/\bREQ-\d+(?:\.\d+)*|\bD\d §[\d.]*\d/g)]
        .filter(([citation]) => !numbers.has(citation))
        .map(([citation]) => `${file}:${index + 1} cites ${citation}, which is no row of ${PAGE}`),
    );
}

const numbers = new Set(rows.map(({ cells }) => cells[1]));
const citing = execFileSync('git', ['grep', '-lE', 'REQ-[0-9]|D[0-9] §', '--', '*.ts', '*.tsx', '*.css', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const found = [
  ...rows.flatMap(({ line, cells }) => faults(cells[2], cells[3]).map((fault) => `${PAGE}:${line} ${fault}`)),
  ...wronglyNumbered(),
  ...citing.trim().split('\n').flatMap(unknownCitations),
];
for (const fault of found) console.error(fault);
if (rows.length < 100) console.error(`${PAGE} has ${rows.length} rows only`);
process.exit(found.length > 0 || rows.length < 100 ? 1 : 0);
