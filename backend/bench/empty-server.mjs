// A PostgreSQL server of its own for a benchmark, with nothing in it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';

/** @returns {Promise<{ url: string, stop(): Promise<void> }>} `stop` removes its data too */
export async function startEmptyServer() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-bench-'));
  const server = await startPostgres({ dataDir, port: await freePort(), password: 'bench' });
  const stop = async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}
