// What the program ships with: a CycloneDX bill of materials, made by npm from what is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A workspace without anything that ships. */
const TESTS = '@tknest/e2e@';
const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * npm's own `--omit=dev` leaves out what development and the program both use; what only development needs says so
 * itself. Asked of the lock file: npm refuses where something is not installed, and what only tests need may not be.
 * @throws where npm cannot tell
 */
export function writeBillOfMaterials(root, file) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const asked = spawnSync(npm, ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (asked.status !== 0) throw new Error(`npm sbom failed: ${asked.error?.message ?? asked.stderr}`);
  const bill = JSON.parse(asked.stdout);
  const installed = installedIn(root);
  const ships = (one) => installed.has(one['bom-ref']) && !one.properties?.some(({ name }) => name === DEVELOPMENT);
  const components = bill.components.filter(ships);
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => kept.has(ref)) }));
  fs.writeFileSync(file, JSON.stringify({ ...bill, components, dependencies }));
}

/** What npm noted of its last install, as a bill names it; the lock file has packages of other platforms too. */
function installedIn(root) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const named = Object.entries(packages).map(([place, { name, version, link, resolved }]) => {
    const own = link ? packages[resolved] : null;
    return `${name ?? own?.name ?? place.split('node_modules/').at(-1)}@${own?.version ?? version}`;
  });
  return new Set(named.filter((name) => !name.startsWith(TESTS)));
}
