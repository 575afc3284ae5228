// Which files of the built frontend each page loads, and its first data: for the server, which writes them into the
// page's document (backend/src/platform/http/page-files.ts), and for scripts/check-bundle.mjs.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** In the built folder, where it is served to nobody. */
const PLACE = '.vite/pages.json';
const PAGE = /import\("\.\/(?:assets\/)?([\w-]+)-[\w-]{7}\.js"\)/;

/**
 * @param tables of frontend/src/printed.tsx: the pages with the functions that import them, and their first calls
 * @param printed the HTML of pages by path
 * @throws if a page is no file of its own
 */
export function writePageFiles(dist, tables, printed) {
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const filesOf = (chunk, seen = new Set()) => {
    if (seen.has(chunk)) return [];
    seen.add(chunk);
    const { file, css = [], imports = [] } = chunk;
    return [...imports.flatMap((name) => filesOf(manifest[name], seen)), ...css, file];
  };
  const named = (name) => {
    const chunk = Object.values(manifest).find((one) => one.name === name);
    if (!chunk) throw new Error(`${name} is no file of its own`);
    return chunk;
  };
  const first = new Set(filesOf(manifest['index.html']));
  const around = { outside: ['kit'], open: ['kit'], homes: ['kit', 'shell'], inside: ['kit', 'shell'] };
  const pages = tables.map(({ kind, at, load, ...calls }) => {
    const chunks = [...around[kind], PAGE.exec(String(load))[1]].map(named);
    const files = [...new Set(chunks.flatMap((chunk) => filesOf(chunk)))].filter((file) => !first.has(file));
    return [at, { kind, files, ...calls }];
  });
  writeAhead(dist, Object.fromEntries(pages.map(([at, { files }]) => [at, files])));
  const shell = [...new Set(filesOf(named('shell')))].filter((file) => !first.has(file));
  fs.writeFileSync(
    path.join(dist, PLACE),
    JSON.stringify({ first: [...first], shell, pages: Object.fromEntries(pages), printed }, null, 1),
  );
}

/** For pages to which links lead (frontend/src/app/pages.ts); the name changes with the content. */
function writeAhead(dist, files) {
  const text = JSON.stringify(files);
  const name = `assets/ahead-${createHash('sha256').update(text).digest('hex').slice(0, 7)}.json`;
  fs.writeFileSync(path.join(dist, name), text);
  const index = path.join(dist, 'index.html');
  fs.writeFileSync(index, fs.readFileSync(index, 'utf8').replace('<html ', `<html data-ahead="/${name}" `));
}

/** @returns `first`, files of every document; `shell`, around a signed-in user; `pages`, and their HTML, by path */
export const readPageFiles = (dist) => JSON.parse(fs.readFileSync(path.join(dist, PLACE), 'utf8'));
