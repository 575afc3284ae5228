// Checks spelling (cspell, American English) and terms (textlint) of what people read: the docs, and the texts of
// pages, answers and notices. The texts are copied to a temporary folder, each on its line of the source.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { visibleTexts } from './lib/visible-texts.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PAGES = ['*.md', 'docs/*.md', 'docs/**/*.md', ':!:*/*/README.md'];
const SOURCES = ['frontend/src', 'contracts/src', 'backend/src', 'sandbox/src'];
/** Names and countries of the lists, tests, pages for developers, and texts that people have agreed to. */
const LEFT_OUT =
  /\.spec\.|pages\/(privacy|risks|terms)-page|\/(measure|matching|list|dev)\/|rules\/names\.ts$|\.(entities|projection)\.ts$/;

/** Labels of the specification, and texts after its own, that no row of docs/specification.md quotes. */
const LABELS = [
  'Loan payback',
  'Property owner',
  'Property owners cannot invest in their own properties',
  'Participation cap',
  'participation history',
  'participate panel',
  'Participate panel',
  'participation rights',
  'between owners and participants',
  'Payback Failed',
  'Generate Trustline URL',
  'Wallet login',
  'Monthly payout',
  'trustline to self',
];

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && fs.existsSync(path.join(root, file)));

/** What the specification says word for word keeps its words; longer quotes are found before those that they hold. */
const SPECIFIED = [...read('docs/specification.md').matchAll(/(?<![\w’])'([^']+)'(?!\w)/g)]
  .map(([, quote]) => quote)
  .filter((quote) => /[A-Z].*[a-z]/.test(quote))
  .concat(LABELS)
  .sort((one, other) => other.length - one.length)
  .map((quote) => new RegExp(`(?<!\\p{L})${quote.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'gu'));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-words-'));
const pages = tracked(...PAGES).filter((file) => file !== 'docs/specification.md');
const sources = tracked(...SOURCES).filter((file) => /\.(tsx?|js)$/.test(file) && !LEFT_OUT.test(file));
for (const file of pages) lay(file, read(file));
for (const file of sources) lay(`${file}.txt`, visibleTexts(file, read(file)));

const CHECKS = [
  ['cspell/bin.mjs', '--no-progress', '--no-summary', '--config', path.join(root, 'cspell.json'), '**/*.{md,txt}'],
  ['textlint/bin/textlint.js', '--format', 'unix', '--config', path.join(root, '.textlintrc.json'), '.'],
];
try {
  const codes = CHECKS.map(([script, ...args]) => {
    const bin = path.join(root, 'node_modules', script);
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });
    process.stdout.write(`${stdout}${stderr}`.replaceAll(`${folder}${path.sep}`, '').replaceAll('.txt:', ':'));
    return status ?? 1;
  });
  process.exitCode = Math.max(...codes);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

function lay(file, text) {
  fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  const ours = SPECIFIED.reduce((rest, quote) => rest.replace(quote, ({ length }) => ' '.repeat(length)), text);
  fs.writeFileSync(path.join(folder, file), ours);
}
