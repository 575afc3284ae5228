// Checks the budget of the first load (access code page and landing page): JavaScript and CSS that the shell loads,
// gzipped.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 155;
/** Words that survive minifying, of packages that must load later: the first screen has no forms or widgets. */
const LATER = { 'react-hook-form': 'shouldUnregister', Mantine: 'MantineProvider was not found' };
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../frontend/dist');
const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
const files = [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file))];
const sizes = files.map((file) => ({ file, kb: gzipSync(fs.readFileSync(path.join(dist, file))).length / 1000 }));
const total = sizes.reduce((sum, { kb }) => sum + kb, 0);
for (const { file, kb } of sizes) console.log(`${kb.toFixed(1).padStart(7)} kB  ${file}`);
console.log(`${total.toFixed(1).padStart(7)} kB  first load, budget ${BUDGET_KB} kB`);
const early = Object.entries(LATER).filter(([, word]) =>
  files.some((file) => fs.readFileSync(path.join(dist, file), 'utf8').includes(word)),
);
for (const [name] of early) console.log(`${name} is in the first load`);
process.exit(total <= BUDGET_KB && early.length === 0 ? 0 : 1);
