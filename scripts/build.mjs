// Builds what is out of date: contracts, sandbox and backend with tsc, then the backend's bundle; in parallel the
// frontend with Vite, which reads the contracts' sources. Bundle and frontend are skipped while their sources are
// unchanged. Sends `compiled` to a launcher once the sandbox can be started.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBillOfMaterials } from './lib/bill-of-materials.mjs';
import { bundleBackend } from './lib/bundle-backend.mjs';
import { compress } from './lib/compress.mjs';
import { printFirstScreens } from './lib/print-first-screens.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @throws if the script fails, which has printed why */
async function run(script, args, cwd = root) {
  const child = spawn(process.execPath, [path.join(root, script), ...args], { cwd, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/**
 * Waits for all steps, so that none still writes after the build has failed. If a step fails, prints its error and ends
 * the process.
 */
async function all(...steps) {
  const failed = (await Promise.allSettled(steps)).find(({ status }) => status === 'rejected');
  if (!failed) return;
  console.error(failed.reason.message);
  process.exit(1);
}

/** A digest of every source in these places, so that an unchanged tree costs no second build. */
function digestOf(places) {
  const hash = createHash('sha256');
  const visit = (place) => {
    if (!fs.existsSync(place)) return;
    if (fs.statSync(place).isFile()) return void hash.update(place).update(fs.readFileSync(place));
    for (const entry of fs.readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      visit(path.join(place, entry.name));
    }
  };
  places.forEach((place) => visit(path.join(root, place)));
  return hash.digest('hex');
}

/** The sources of each built folder. npm's own lock file stands for the installed packages. */
const SOURCES = {
  'backend/dist/program': [
    ...['backend', 'contracts'].flatMap((name) => [`${name}/src`, `${name}/package.json`, `${name}/tsconfig.json`]),
    'tsconfig.base.json',
    'node_modules/.package-lock.json',
    'scripts/lib/bundle-backend.mjs',
    'scripts/lib/bill-of-materials.mjs',
  ],
  'frontend/dist': ['frontend', 'contracts/src'],
};
// Computed before the build reads the sources: a change that is saved meanwhile is built the next time.
const digests = Object.fromEntries(Object.entries(SOURCES).map(([built, sources]) => [built, digestOf(sources)]));

await all(
  buildBackend(),
  // Vite does not check types; `npm run check` does, along with those of the tests.
  whereChanged('frontend/dist', buildFrontend),
);

async function buildBackend() {
  await run('node_modules/@typescript/native/bin/tsc', ['-b', 'contracts', 'sandbox', 'backend']);
  process.send?.('compiled');
  await whereChanged('backend/dist/program', async () => {
    await bundleBackend(path.join(root, 'backend/dist'), path.join(root, 'backend/dist/program'));
    writeBillOfMaterials(root, path.join(root, 'backend/dist/program/sbom.cdx.json'));
  });
}

/** Builds a folder, unless its sources are the same as in the last build. */
async function whereChanged(built, build) {
  const stamp = path.join(root, built, '.build-stamp');
  const digest = digests[built];
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest) return;
  fs.rmSync(stamp, { force: true });
  await build();
  fs.writeFileSync(stamp, digest);
}

async function buildFrontend() {
  const [frontend, dist, printer] = ['frontend', 'frontend/dist', 'frontend/dist/.vite/printer'].map((folder) =>
    path.join(root, folder),
  );
  const vite = (...args) => run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], frontend);
  await vite();
  await vite('--ssr', 'src/printed.tsx', '--outDir', printer);
  await printFirstScreens(printer, dist);
  compress(dist);
}
