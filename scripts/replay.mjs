// `npm run replay -- --verify`: rebuilds every read model from the log, compares with the live ones, checks the hash
// chain. Beside the live program, or without it: then the data directory's own database is started for the time being.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabase } from './lib/database.mjs';
import { readJson } from './lib/files.mjs';
import { RunRecord } from './lib/run-record.mjs';
import { readSecrets } from './lib/secrets.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'backend/dist/replay.js');
const dataDir = path.resolve(process.env.DATA_DIR || '.data');

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function main() {
  const running = process.env.DATABASE_URL ?? readJson(path.join(dataDir, 'runtime.json'), {}).database;
  if (running && (process.env.DATABASE_URL || (await answers(running)))) return run(running);
  if (!fs.existsSync(path.join(dataDir, 'database.json')))
    throw new Error(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
  const record = new RunRecord(dataDir);
  await record.takeOver();
  const logFile = path.join(dataDir, 'logs', 'database.log');
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  let database;
  try {
    const url = await startDatabase({
      dataDir,
      password: readSecrets(dataDir).databasePassword,
      logFile,
      mark: record.mark,
      onSpawn: (child) => {
        database = child;
        record.note('database', child.pid);
      },
    });
    return await run(url);
  } finally {
    database?.kill('SIGINT');
    await database?.exited;
    record.clear();
  }
}

/** True where something listens at a database's address. */
function answers(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

function run(databaseUrl) {
  // Ctrl-C reaches the child as well; this process stays to end the database in order.
  process.on('SIGINT', () => {});
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 2));
  });
}
