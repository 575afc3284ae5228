// `npm run replay -- --verify`: rebuilds every read model from the log, compares it with the live one, and checks
// the hash chain. If the program does not run, starts the data directory's own database meanwhile.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnDatabase } from './lib/on-database.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'backend/dist/program/replay.js');

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  const masterKey = path.join(path.resolve(process.env.DATA_DIR || '.data'), 'master.key');
  if (!process.env.MASTER_KEY && !process.env.MASTER_KEY_FILE && !process.env.DATABASE_URL && fs.existsSync(masterKey))
    process.env.MASTER_KEY_FILE = masterKey;
  process.exitCode = await runOnDatabase(script, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
