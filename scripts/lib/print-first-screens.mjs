// Renders the access code page into the built `index.html`, and the pages that every visitor sees the same beside it,
// which the server puts into their documents (backend/src/platform/http/page-files.ts), so that a visitor sees them
// before the program has loaded. The document's own script chooses, and the program takes over the rendered screen
// (frontend/src/main.tsx). Writes down what each page loads, too.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePageFiles } from './page-files.mjs';

/**
 * Shows the chosen screen, once the styles that its document names have come; until then the templates are inert.
 * Without a screen (a signed-in user, or a page that the build does not render) the place stays empty. The program,
 * which a returning visitor's browser has at hand, starts when the screen is painted.
 * @param src of the program
 */
const show = (src) => `{
  const { head, documentElement: { dataset } } = document;
  const root = document.getElementById('root');
  const first = document.getElementById(\`first-\${dataset.firstScreen}\`);
  if (!first) delete dataset.firstScreen;
  else root.append(first.content);
  const named = first?.id === 'first-page' ? [...head.querySelectorAll('[as=style]')] : [];
  const come = named.map((link) => new Promise((resolve) => {
    const style = link.cloneNode();
    head.append(Object.assign(style, { rel: 'stylesheet', onload: resolve, onerror: resolve }));
  }));
  root.hidden = come.length > 0;
  const program = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: '${src}' });
  const start = () => setTimeout(() => head.append(program));
  Promise.all(come).then(() => {
    root.hidden = false;
    if (first && !document.hidden) requestAnimationFrame(start);
    else start();
  });
}`;
const PROGRAM = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** @param printer folder of the built `src/printed.tsx` @param dist folder of the built frontend */
export async function printFirstScreens(printer, dist) {
  const { print, tables } = await import(pathToFileURL(path.join(printer, 'printed.js')));
  const { gate, pages } = await print();
  writePageFiles(dist, await tables(), pages);
  const file = path.join(dist, 'index.html');
  const shell = fs.readFileSync(file, 'utf8');
  const place = '<div id="root"></div>';
  const [program, src] = PROGRAM.exec(shell) ?? [];
  if (!shell.includes(place) || !src) throw new Error(`${file} has no ${place}, or no program`);
  const template = `<template id="first-gate">${gate}</template>`;
  fs.writeFileSync(
    file,
    shell
      .replace(program, `<link rel="modulepreload" crossorigin href="${src}">`)
      .replace(place, () => `${place}\n    ${template}\n    <script>${show(src)}</script>`),
  );
}
