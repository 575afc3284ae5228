// `npm run keys -- list` and `npm run keys -- rotate master|vault|sessions|devices`: the key ring of the running
// program. If it does not run, starts the data directory's own database meanwhile.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnDatabase } from './lib/on-database.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'backend/dist/program/keys.js');

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  if (!process.env.MASTER_KEY && !process.env.MASTER_KEY_FILE)
    process.env.MASTER_KEY_FILE = path.join(path.resolve(process.env.DATA_DIR || '.data'), 'master.key');
  process.exitCode = await runOnDatabase(script, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
