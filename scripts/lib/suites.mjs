// Which suites `npm test` runs, and which `npm run test:more`. `scripts/suites.json` names each suite once, with the
// seconds that it took in the last run of everything on two idle cores.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const FILE = path.join(root, 'scripts/suites.json');
const FOLDERS = ['contracts', 'sandbox', 'backend', 'e2e', 'frontend'];
const ELSEWHERE = new Set(['node_modules', 'dist']);

/**
 * @typedef {Record<string, number>} Seconds by suite
 * @typedef {{ fast: Seconds, part: Seconds, more: Seconds, left: Record<string, string> }} Suites
 * `part`: the fast run plays a few of its seeds or stories, `test:more` as many as were ever usual; `left`: suites that
 * are gone, each with the suite and title of the test that holds what it held
 */

/** @returns {Suites} */
export const readSuites = () => JSON.parse(fs.readFileSync(FILE, 'utf8'));

/** @param {Suites} suites */
export function writeSuites(suites) {
  const sorted = (list) => Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));
  const lists = Object.fromEntries(Object.entries(suites).map(([name, list]) => [name, sorted(list)]));
  fs.writeFileSync(FILE, `${JSON.stringify(lists, null, 2)}\n`);
}

/** The suites on disk, by path. */
export function suitesOnDisk() {
  const found = [];
  const visit = (folder) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const at = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !ELSEWHERE.has(entry.name)) visit(at);
      else if (/\.spec\.tsx?$/.test(entry.name)) found.push(at);
    }
  };
  FOLDERS.forEach(visit);
  return found;
}
