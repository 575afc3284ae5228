// `node scripts/image.mjs <new folder>`: copies what the image runs from a built tree: the bundle with the packages
// that it does not contain, the schema, the built pages and Docker's own scripts. No sources, tests or compilers.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED } from './lib/bundle-backend.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const to = path.resolve(process.argv[2] ?? '');
const COPIED = ['package.json', 'backend/dist/program', 'backend/schema', 'frontend/dist', 'docker'];
/** In packages, nothing runs these. */
const UNUSED =
  /\.(map|md|markdown|[cm]?ts|tsbuildinfo)$|\/(test|tests|__tests__|specs?|example|examples|docs)$|\.(spec|test)\.[cm]?js$/;
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

for (const place of COPIED) fs.cpSync(path.join(root, place), path.join(to, place), { recursive: true });

/** The folder of a package as Node finds it from another folder; null if it is optional and not installed. */
function folderOf(name, from) {
  const found = path.join(from, 'node_modules', name);
  if (fs.existsSync(path.join(found, 'package.json'))) return found;
  return from === root ? null : folderOf(name, path.dirname(from));
}

const [copied, seen] = [new Set(), new Set()];
/** Follows a package's dependencies. What only the bundle needs of a bundled package is in the bundle. */
function need(name, from, ofBundle) {
  const folder = folderOf(name, from);
  const isBundled = ofBundle && BUNDLED.test(name);
  const done = isBundled ? seen : copied;
  if (!folder || done.has(folder)) return;
  done.add(folder);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = read(
    path.join(folder, 'package.json'),
  );
  const peers = Object.keys(peerDependencies ?? {}).filter((one) => !peerDependenciesMeta?.[one]?.optional);
  for (const other of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    need(other, folder, isBundled);
}
const backend = path.join(root, 'backend');
for (const name of Object.keys(read(path.join(backend, 'package.json')).dependencies)) need(name, backend, true);

for (const folder of copied) {
  const isOwn = (file) => !file.slice(folder.length).includes('/node_modules') && !UNUSED.test(file);
  fs.cpSync(folder, path.join(to, path.relative(root, folder)), { recursive: true, filter: isOwn });
}
