// Lines of code have at most 120 columns, lines of prose 100. The formatter breaks code; this finds other long lines,
// such as comments. A line may be longer only if a single string, template, pattern or address makes it so; table rows
// have no limit.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const COLUMNS = 120;
const PROSE_COLUMNS = 100;
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

/** Lines inside a template literal have no quotes, so a file with a backtick may have long lines of code. */
function inTemplate(file) {
  return fs.readFileSync(path.join(root, file), 'utf8').includes('`');
}

const prose = files
  .split('\n')
  .filter((file) => file.endsWith('.md') && fs.existsSync(path.join(root, file)))
  .flatMap((file) => proseOf(file))
  .filter(({ text }) => [...text].length > PROSE_COLUMNS && canBeBroken(text));

/** Lines of a page except code, headings and table rows. */
function proseOf(file) {
  let isCode = false;
  return fs
    .readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => {
      if (/^\s*```/.test(text)) isCode = !isCode;
      return !isCode && !/^( {4}\S|\s*(\||#|<|```))/.test(text);
    });
}

/** Whether there is a space before the last column, except before the first word and in code or an address. */
function canBeBroken(text) {
  const begin = /^\s*([-*>]\s+|\d+\.\s+)*/.exec(text)[0].length;
  const whole = text.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, (span) => span.replaceAll(' ', '_'));
  return whole.lastIndexOf(' ', PROSE_COLUMNS) > begin;
}

for (const { file, line } of long) console.error(`${file}:${line} is longer than ${COLUMNS} columns`);
for (const { file, line } of prose) console.error(`${file}:${line} is longer than ${PROSE_COLUMNS} columns`);
process.exit(long.length + prose.length > 0 ? 1 : 0);
