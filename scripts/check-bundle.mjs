// Holds the first load (gate and landing) to its budget: JavaScript and CSS that the shell asks for, gzip.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 160;
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../frontend/dist');
const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
const files = [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file))];
const sizes = files.map((file) => ({ file, kb: gzipSync(fs.readFileSync(path.join(dist, file))).length / 1000 }));
const total = sizes.reduce((sum, { kb }) => sum + kb, 0);
for (const { file, kb } of sizes) console.log(`${kb.toFixed(1).padStart(7)} kB  ${file}`);
console.log(`${total.toFixed(1).padStart(7)} kB  first load, budget ${BUDGET_KB} kB`);
process.exit(total <= BUDGET_KB ? 0 : 1);
