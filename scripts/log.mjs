// `npm run log -- copy --from database --to eventstore`: moves the log between stores; `protect` sets the rights of the
// stream. Stop the program first: its log is closed before anything is copied.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnDatabase } from './lib/on-database.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'backend/dist/program/log.js');

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  process.exitCode = await runOnDatabase(script, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
