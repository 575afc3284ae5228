// `npm run restore -- --from <folder of a backup> --to <data folder or postgres://…> [--tombstones <folder>]`: restores
// a backup into an empty place. In a data folder the database is created first, and removed again if the backup is
// refused.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readEnvFile } from './lib/env-file.mjs';
import { readJson } from './lib/files.mjs';
import { runOnDataDirectory, runScript } from './lib/on-database.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'backend/dist/program/restore.js');
const USAGE =
  'usage: npm run restore -- --from <folder of a backup> --to <data folder or postgres://…> [--tombstones <folder>]';

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  readEnvFile();
  process.exitCode = await restore();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function restore() {
  const options = { from: { type: 'string' }, to: { type: 'string' }, tombstones: { type: 'string' } };
  const { from, to, tombstones } = parseArgs({ options }).values;
  if (!from || !to) {
    process.stdout.write(`${USAGE}\n`);
    return 2;
  }
  const args = ['--from', from, ...(tombstones ? ['--tombstones', tombstones] : [])];
  const isDatabase = /^postgres(ql)?:\/\//.test(to);
  const dataDir = path.resolve(isDatabase ? process.env.DATA_DIR || '.data' : to);
  const masterKey = path.join(dataDir, 'master.key');
  const isGiven = Boolean(process.env.MASTER_KEY || process.env.MASTER_KEY_FILE);
  if (!isGiven && fs.existsSync(masterKey)) process.env.MASTER_KEY_FILE = masterKey;
  else if (!isGiven) {
    process.stderr.write(`The master key is missing: put it into ${masterKey}, or set MASTER_KEY_FILE.\n`);
    return 1;
  }
  const code = await (isDatabase ? runScript(script, args, to) : intoFolder(dataDir, args));
  if (code === 0 && isGiven && !fs.existsSync(masterKey))
    process.stdout.write(`Start the program with the same master key, or copy its file to ${masterKey}.\n`);
  return code;
}

/** @returns the exit code */
async function intoFolder(dataDir, args) {
  const file = path.join(dataDir, 'database.json');
  const isKnown = fs.existsSync(file);
  if (!isKnown && fs.existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    process.stderr.write(`${path.join(dataDir, 'postgres')} contains a database. Name an empty folder.\n`);
    return 1;
  }
  fs.mkdirSync(dataDir, { recursive: true });
  process.env.DATA_DIR = dataDir;
  const code = await runOnDataDirectory(dataDir, script, args);
  if (code !== 0 && !isKnown) {
    const { folder } = readJson(file, {});
    for (const made of [folder, file].filter(Boolean)) fs.rmSync(made, { recursive: true, force: true });
  }
  return code;
}
