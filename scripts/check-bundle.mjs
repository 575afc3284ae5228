// Checks what is loaded for each page: the size of the first load (access code page and landing page), the number of
// files and their bytes for every page, and that files are not small. Figures are of the build, gzipped; `--all` prints
// those of every page.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readPageFiles } from './lib/page-files.mjs';

const FIRST_KB = 136;
/** Of one page, with the first load. */
const MOST = { scripts: 12, styles: 4 };
/** Kilobytes of a page's scripts and styles together, by where it is shown; each is a little above the largest. */
const PAGE_KB = { outside: 299, open: 279, homes: 202, inside: 299 };
/** Of pages that only list, whose filters need no code of forms, and of pages whose forms come after them. */
const LISTS_KB = 216;
const LISTS =
  /^\/(checkout|token-checkout|landlord-payback|activity|portfolio|notifications|statements|compliance|audit\/(events|reconciliation)|admin(\/(users|properties|payments|payouts|cases|escrow).*)?)$/;
/** Of pages that visitors are sent to. */
const PUBLIC_KB = 194;
const PUBLIC = /^\/(auth|wallet-auth|terms|privacy|risks|wallet-guide|properties|properties\/:propertyId)$/;
/** A smaller script costs a phone more to ask for than to load. What belongs to one page may be small. */
const SMALL_BYTES = 4_000;
/** The bundler's own, which it puts into no group. */
const RUNTIME = 'rolldown-runtime';
/** Words that survive minifying, of packages that must load later: the first screen has no forms or widgets. */
const LATER = { 'react-hook-form': 'shouldUnregister', Mantine: 'MantineProvider was not found' };

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../frontend/dist');
const { first, pages } = readPageFiles(dist);
const text = (file) => fs.readFileSync(path.join(dist, file));
const sizes = new Map();
const kb = (files) =>
  files.reduce((sum, file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(text(file)).length / 1000);
    return sum + sizes.get(file);
  }, 0);
const faults = [];

const total = kb(first);
console.log(`${total.toFixed(1).padStart(7)} kB  first load, at most ${FIRST_KB} kB`);
if (total > FIRST_KB) faults.push('The first load is too large');
for (const [name, word] of Object.entries(LATER))
  if (first.some((file) => text(file).includes(word))) faults.push(`${name} is in the first load`);

const users = new Map();
for (const [at, { kind, files }] of Object.entries(pages)) {
  const all = [...first, ...files].filter((file) => /\.(js|css)$/.test(file));
  const styles = all.filter((file) => file.endsWith('.css')).length;
  const scripts = all.length - styles;
  const size = kb(all);
  const said = `${size.toFixed(0).padStart(7)} kB  ${at}: ${scripts} scripts and ${styles} styles`;
  if (process.argv.includes('--all')) console.log(said);
  const most = PUBLIC.test(at) ? PUBLIC_KB : LISTS.test(at) ? LISTS_KB : PAGE_KB[kind];
  if (scripts > MOST.scripts || styles > MOST.styles || size > most)
    faults.push(`${said}; at most ${MOST.scripts}, ${MOST.styles}, and ${most} kB`);
  for (const file of all) users.set(file, [...(users.get(file) ?? []), files.at(-1)]);
}
for (const [file, by] of users)
  if (file.endsWith('.js') && new Set(by).size > 1 && text(file).length < SMALL_BYTES && !file.includes(RUNTIME))
    faults.push(`${file} has ${text(file).length} bytes: group it (frontend/chunks.ts)`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
