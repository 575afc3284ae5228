// A CycloneDX bill of materials of what ships, made by npm from the installed packages.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A workspace of which nothing ships. */
const TESTS = '@tknest/e2e@';
const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * npm's own `--omit=dev` also leaves out packages that both development and the program use, so this filters by the
 * mark of development packages instead. Reads the lock file, because npm refuses if a package is not installed, and
 * those of tests may not be. @throws if npm fails
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

/** The packages of npm's last install, named as in a bill; the lock file also has those of other platforms. */
function installedIn(root) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const named = Object.entries(packages).map(([place, { name, version, link, resolved }]) => {
    const own = link ? packages[resolved] : null;
    return `${name ?? own?.name ?? place.split('node_modules/').at(-1)}@${own?.version ?? version}`;
  });
  return new Set(named.filter((name) => !name.startsWith(TESTS)));
}
