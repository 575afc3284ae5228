// Compares docs/specification.md with the tests that it names: each row of its tables names at least one, and all of
// them exist. A text that a row quotes from the documents in '…' occurs in one of these tests: in its table or its
// body, not in its title, and not elsewhere in the file. Also checks that the page has each section that the code
// cites.
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
  .filter(({ cells }) => cells.length === 4 && !/^-+$/.test(cells[1]) && cells[2] !== 'checked by');
/** The page's sections, as they are cited: "D1 §4" is section 4 of document 1. */
function sectionsOf(page) {
  let document = '';
  return page.split('\n').flatMap((line) => {
    document = /^## Document (\d)/.exec(line)?.[1] ?? document;
    const section = /^### §([\d.]+) /.exec(line)?.[1];
    return section ? [`D${document} §${section}`] : [];
  });
}

/** Citations of sections that the page does not have. */
function unknownCitations(file) {
  const lines = read(file).split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(/\b(D\d) (§[\d.]*\d(?:, §[\d.]*\d)*)/g)].flatMap(([, document, cited]) =>
      cited
        .split(', ')
        .map((section) => `${document} ${section}`)
        .filter((citation) => !sections.has(citation))
        .map((citation) => `${file}:${index + 1} cites ${citation}, which ${PAGE} does not have`),
    ),
  );
}

const sections = new Set(sectionsOf(read(PAGE)));
const citing = execFileSync('git', ['grep', '-lE', 'D[0-9] §', '--', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const found = [
  ...rows.flatMap(({ line, cells }) => faults(cells[1], cells[2]).map((fault) => `${PAGE}:${line} ${fault}`)),
  ...citing.trim().split('\n').flatMap(unknownCitations),
];
for (const fault of found) console.error(fault);
if (rows.length < 100) console.error(`${PAGE} has ${rows.length} rows only`);
process.exit(found.length > 0 || rows.length < 100 ? 1 : 0);
