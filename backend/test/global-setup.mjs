// One PostgreSQL for a whole Jest run: the real binaries, an ephemeral folder, no fsync. Test files get databases of
// their own in it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';

/** Whole programs share the server with the suites of three workers; what is lost in a crash does not matter. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB', 'autovacuum=off', 'max_connections=300'];

export default async function globalSetup() {
  if (globalThis.tknestPostgres) return;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-test-'));
  const server = await startPostgres({
    dataDir,
    port: await freePort(),
    password: 'test',
    flags: SETTINGS.flatMap((setting) => ['-c', setting]),
  }).catch((error) => {
    fs.rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  globalThis.tknestPostgres = { server, dataDir };
  process.env.TEST_DATABASE_URL = server.url;
  // The server is detached, so nothing else would end it if a signal kills Jest.
  process.once('exit', () => server.kill());
}
