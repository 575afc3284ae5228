// What the program ships with: a CycloneDX bill of materials, made by npm from what is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * npm's own `--omit=dev` leaves out what development and the program both use; what only development needs says so
 * itself. @throws where npm cannot tell
 */
export function writeBillOfMaterials(root, file) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const asked = spawnSync(npm, ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (asked.status !== 0) throw new Error(`npm sbom failed: ${asked.error?.message ?? asked.stderr}`);
  const bill = JSON.parse(asked.stdout);
  const ships = ({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT);
  const components = bill.components.filter(ships);
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => kept.has(ref)) }));
  fs.writeFileSync(file, JSON.stringify({ ...bill, components, dependencies }));
}
