// Runs a part of the program on its database, beside the running program or without it. Without it, starts the data
// directory's own database meanwhile.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startDatabase } from './database.mjs';
import { readJson } from './files.mjs';
import { RunRecord } from './run-record.mjs';
import { readSecrets } from './secrets.mjs';

/** @returns the exit code */
export async function runOnDatabase(script, args) {
  const dataDir = path.resolve(process.env.DATA_DIR || '.data');
  const running = process.env.DATABASE_URL ?? readJson(path.join(dataDir, 'runtime.json'), {}).database;
  if (running && (process.env.DATABASE_URL || (await answers(running)))) return runScript(script, args, running);
  if (!fs.existsSync(path.join(dataDir, 'database.json')))
    throw new Error(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
  return runOnDataDirectory(dataDir, script, args);
}

/**
 * The same on a data directory whose program does not run; creates the database if there is none.
 * @returns the exit code
 */
export async function runOnDataDirectory(dataDir, script, args) {
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
    return await runScript(script, args, url);
  } finally {
    database?.kill('SIGINT');
    await database?.exited;
    record.clear();
  }
}

/** True if something listens at the database's address. */
function answers(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

/** Runs a part of the program on a running database, under the role that owns it. @returns its exit code */
export function runScript(script, args, databaseUrl) {
  // Ctrl-C reaches the child as well; this process stays to end the database in order.
  process.on('SIGINT', () => {});
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    stdio: 'inherit',
    // MIGRATE_URL belongs to the database of DATABASE_URL, so it must not be used with another one.
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ...(databaseUrl === process.env.DATABASE_URL ? {} : { MIGRATE_URL: '' }),
    },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 2));
  });
}
