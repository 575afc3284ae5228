// Builds what is out of date: contracts, sandbox and backend with tsc, the frontend with Vite (skipped while its
// sources are unchanged).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './lib/compress.mjs';
import { printFirstScreens } from './lib/print-first-screens.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function run(script, args, cwd = root) {
  const result = spawnSync(process.execPath, [path.join(root, script), ...args], { cwd, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
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

run('node_modules/@typescript/native/bin/tsc', ['-b']);

const stamp = path.join(root, 'frontend/dist/.build-stamp');
const digest = digestOf(['frontend', 'contracts/src']);
if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== digest) {
  run('node_modules/@typescript/native/bin/tsc', ['-p', 'frontend']);
  const [frontend, dist, printer] = ['frontend', 'frontend/dist', 'frontend/dist/.printer'].map((folder) =>
    path.join(root, folder),
  );
  run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn'], frontend);
  run(
    'node_modules/vite/bin/vite.js',
    ['build', '--logLevel', 'warn', '--ssr', 'src/printed.tsx', '--outDir', printer],
    frontend,
  );
  await printFirstScreens(printer, dist);
  fs.rmSync(printer, { recursive: true });
  compress(dist);
  fs.writeFileSync(stamp, digest);
}
