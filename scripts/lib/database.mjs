// The embedded PostgreSQL of one data directory: its folder, its port, its start.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isReachable, letThrough, startPostgres } from './embedded-postgres.mjs';
import { readJson, writeJson } from './files.mjs';
import { freePort, isFree } from './free-port.mjs';
import { removeStaleLock } from './stale-lock.mjs';

const ELSEWHERE = '/var/tmp';

/**
 * Starts the data directory's PostgreSQL; `onSpawn` gets it as a child like the others. Resolves with its address once
 * it is ready.
 */
export async function startDatabase({ dataDir, password, logFile, mark, onSpawn }) {
  const file = path.join(dataDir, 'database.json');
  const known = readJson(file, {});
  const folder = known.folder ?? chooseFolder(dataDir);
  const port = known.port && (await isFree(known.port)) ? known.port : await freePort();
  writeJson(file, { folder, port });
  await removeStaleLock(folder);
  const server = await startPostgres({
    dataDir: folder,
    port,
    password,
    logFile,
    flags: ['-c', `cluster_name=${mark}`],
    onSpawn: ({ pid, exited, output }) =>
      onSpawn({
        name: 'database',
        pid,
        logFile,
        output,
        exited: exited.then((code) => `code ${code}`),
        kill: (signal) => process.kill(pid, signal),
      }),
  });
  return server.url;
}

/**
 * `DATA_DIR/postgres`. If the program runs as root, PostgreSQL runs as an unprivileged user who must reach this folder:
 * that user's group may pass through a data directory that is closed to others. Below a closed home directory, the
 * database gets a folder under /var/tmp instead.
 */
function chooseFolder(dataDir) {
  if (isReachable(dataDir) || letThrough(dataDir)) return path.join(dataDir, 'postgres');
  const name = createHash('sha256').update(fs.realpathSync(dataDir)).digest('hex').slice(0, 12);
  const folder = path.join(ELSEWHERE, `tknest-${name}`, 'postgres');
  // A data directory without a note of its database is new or was reset, so its database starts empty.
  fs.rmSync(folder, { recursive: true, force: true });
  return folder;
}
