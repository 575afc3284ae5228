// The embedded PostgreSQL of one data directory: where it lies, its port, its start.
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
 * `DATA_DIR/postgres`. Where the program runs as root, PostgreSQL runs as an unprivileged user that has to get there:
 * its group is let through a data directory that is closed to others; where it lies in a home that is closed, the
 * database gets a folder of its own under /var/tmp.
 */
function chooseFolder(dataDir) {
  if (isReachable(dataDir) || letThrough(dataDir)) return path.join(dataDir, 'postgres');
  const name = createHash('sha256').update(fs.realpathSync(dataDir)).digest('hex').slice(0, 12);
  const folder = path.join(ELSEWHERE, `tknest-${name}`, 'postgres');
  // A data directory that knows of no database is new, or was reset: so is its database.
  fs.rmSync(folder, { recursive: true, force: true });
  return folder;
}
