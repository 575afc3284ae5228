// Renders the access code page and the landing page into the built `index.html`, so that a visitor sees the first
// screen before the program has loaded. The page's own script chooses between them, and the program takes over the
// rendered screen (frontend/src/main.tsx). Writes down what each page loads, too.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePageFiles } from './page-files.mjs';

/**
 * Shows the chosen screen; until then the templates are inert. Without a choice (a signed-in user, or an inner page)
 * the place stays empty.
 */
const SHOW =
  "{ const first = document.documentElement.dataset.firstScreen; if (first) document.getElementById('root').append(document.getElementById(`first-${first}`).content); }";

/** @param printer folder of the built `src/printed.tsx` @param dist folder of the built frontend */
export async function printFirstScreens(printer, dist) {
  const { print, tables } = await import(pathToFileURL(path.join(printer, 'printed.js')));
  const templates = Object.entries(await print()).map(
    ([name, html]) => `<template id="first-${name}">${html}</template>`,
  );
  writePageFiles(dist, tables);
  const file = path.join(dist, 'index.html');
  const shell = fs.readFileSync(file, 'utf8');
  const place = '<div id="root"></div>';
  if (!shell.includes(place)) throw new Error(`${file} has no ${place}`);
  fs.writeFileSync(
    file,
    shell.replace(place, () => `${place}\n    ${templates.join('\n    ')}\n    <script>${SHOW}</script>`),
  );
}
