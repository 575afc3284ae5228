// No package that is installed asks for a newer Node than the lowest one that the program promises to run on.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
const lowest = semver.minVersion(read('package.json').engines.node);

const newer = Object.entries(read('package-lock.json').packages).filter(
  ([, { engines }]) => engines?.node && !semver.satisfies(lowest, engines.node),
);
for (const [name, { version, engines }] of newer)
  console.error(`${name} ${version} asks for Node ${engines.node}: the program promises ${lowest}`);
process.exitCode = newer.length > 0 ? 1 : 0;
