// Checks the table of OWASP ASVS in docs/security.md: each requirement of levels 1 and 2 occurs once, each row names a
// test or a file or says that it is not met, and every named file exists.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'docs/security.md';
/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const CHAPTERS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

const text = fs.readFileSync(path.join(root, PAGE), 'utf8');
const section = text.slice(text.indexOf('## OWASP ASVS 5.0'));
const rows = section.split('\n').filter((line) => line.startsWith('| v5.0.0-'));
const idsIn = (cell) => [...cell.matchAll(/v5\.0\.0-(\d+)\.\d+\.\d+/g)];
const ids = rows.flatMap((row) => idsIn(row.split('|')[1]));
const problems = [];

const seen = new Set();
for (const [id] of ids) {
  if (seen.has(id)) problems.push(`${id} stands twice`);
  seen.add(id);
}
for (const [chapter, count] of Object.entries(CHAPTERS)) {
  const found = ids.filter(([, of]) => of === chapter).length;
  if (found !== count) problems.push(`Chapter ${chapter} has ${count} requirements, and ${found} stand here`);
}
for (const row of rows.filter((one) => one.split('|').length === 6)) {
  const [, id, , , by] = row.split('|').map((cell) => cell.trim());
  const files = [...by.matchAll(/`([^`\s]*[/.][^`\s]*)`/g)]
    .map(([, file]) => file)
    .filter((file) => /\.\w+$/.test(file));
  if (files.length === 0 && !by.startsWith('**Not met.**') && !by.startsWith('**In part.**'))
    problems.push(`${id} names no file, and does not say that it is not met`);
  for (const file of files.filter((one) => one.includes('/') || /^[A-Z.\w-]+\.(md|yml|cjs|json)$/.test(one)))
    if (!fs.existsSync(path.join(root, file))) problems.push(`${id} names ${file}, which is not there`);
}

for (const problem of problems) console.error(`${PAGE}: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
