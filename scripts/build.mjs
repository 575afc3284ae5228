// Builds what is out of date: contracts, sandbox and backend with tsc, the frontend with Vite (skipped while its
// sources are unchanged).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './lib/compress.mjs';
import { printFirstScreens } from './lib/print-first-screens.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @throws where the script fails; it has said why */
async function run(script, args, cwd = root) {
  const child = spawn(process.execPath, [path.join(root, script), ...args], { cwd, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/** Waits for all, so that nothing goes on writing once the build has failed. */
async function all(...steps) {
  if ((await Promise.allSettled(steps)).some(({ status }) => status === 'rejected')) process.exit(1);
}

/** A digest of every frontend and contracts source, so that an unchanged tree costs no second Vite build. */
function digestOf(folders) {
  const hash = createHash('sha256');
  const visit = (place) => {
    for (const entry of fs.readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      const full = path.join(place, entry.name);
      if (entry.isDirectory()) visit(full);
      else hash.update(full).update(fs.readFileSync(full));
    }
  };
  folders.forEach((folder) => visit(path.join(root, folder)));
  return hash.digest('hex');
}

await all(run('node_modules/@typescript/native/bin/tsc', ['-b']));

const stamp = path.join(root, 'frontend/dist/.build-stamp');
const digest = digestOf(['frontend', 'contracts/src']);
if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== digest) {
  fs.rmSync(stamp, { force: true });
  // Vite looks at no types, so nobody has to wait for them.
  await all(run('node_modules/@typescript/native/bin/tsc', ['-p', 'frontend']), buildFrontend());
  fs.writeFileSync(stamp, digest);
}

async function buildFrontend() {
  const [frontend, dist, printer] = ['frontend', 'frontend/dist', 'frontend/dist/.printer'].map((folder) =>
    path.join(root, folder),
  );
  const vite = (...args) => run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], frontend);
  await vite();
  await vite('--ssr', 'src/printed.tsx', '--outDir', printer);
  await printFirstScreens(printer, dist);
  fs.rmSync(printer, { recursive: true });
  compress(dist);
}
