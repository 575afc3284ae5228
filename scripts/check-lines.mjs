// Lines of at most 120 columns. The formatter breaks code; this finds what it leaves: comments, and nothing that could
// be broken. A line stays long only where one string, template, pattern or address alone makes it so.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const COLUMNS = 120;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const UNBREAKABLE = /['"`]|https?:\/\/|\/[^/]+\/[gimsuy]*[,;.)]|<path |>[^<]{40,}/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

const long = files
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|js|css)$/.test(file) && fs.existsSync(path.join(root, file)))
  .flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, text })),
  )
  .filter(({ text }) => [...text].length > COLUMNS)
  .filter(({ text, file }) =>
    COMMENT.test(text) && !/^\s*\*[^ ]/.test(text)
      ? !/https?:\/\//.test(text)
      : !file.endsWith('.css') && !UNBREAKABLE.test(text) && !inTemplate(file),
  );

/** Prose of a template literal has lines without a quote; a file of such lines says so by its first line. */
function inTemplate(file) {
  return fs.readFileSync(path.join(root, file), 'utf8').includes('`');
}

for (const { file, line } of long) console.error(`${file}:${line} is longer than ${COLUMNS} columns`);
process.exit(long.length > 0 ? 1 : 0);
