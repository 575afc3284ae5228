// No installed package requires a newer Node than the oldest that the program promises to run on. Versions agree: each
// is pinned, workspaces name the same version of a package, and all workspaces have the program's version.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const text = (name) => fs.readFileSync(path.join(root, name), 'utf8');
const read = (name) => JSON.parse(text(name));
const { version, engines, workspaces } = read('package.json');
const faults = [];

const lowest = semver.minVersion(engines.node);
for (const [name, found] of Object.entries(read('package-lock.json').packages))
  if (found.engines?.node && !semver.satisfies(lowest, found.engines.node))
    faults.push(`${name} ${found.version} asks for Node ${found.engines.node}: the program promises ${lowest}`);

/** Each named package with its version and the workspace that names it first. */
const named = new Map();
for (const folder of ['.', ...workspaces]) {
  const one = read(`${folder}/package.json`);
  if (one.version !== version) faults.push(`${folder} has version ${one.version}: the program has ${version}`);
  for (const [name, wanted] of Object.entries({ ...one.dependencies, ...one.devDependencies })) {
    if (!semver.valid(wanted.split('@').at(-1))) faults.push(`${folder} does not pin ${name}: ${wanted}`);
    const first = named.get(name) ?? { wanted, folder };
    named.set(name, first);
    if (first.wanted !== wanted)
      faults.push(`${folder} wants ${name} ${wanted}, and ${first.folder} wants ${first.wanted}`);
  }
}
if (!text('backend/src/platform/program.ts').includes(`'${version}'`))
  faults.push(`backend/src/platform/program.ts does not have version ${version}`);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
