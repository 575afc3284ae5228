import fs from 'node:fs';

export default async function globalTeardown() {
  const running = globalThis.tknestPostgres;
  if (!running) return;
  globalThis.tknestPostgres = undefined;
  await running.server.stop();
  fs.rmSync(running.dataDir, { recursive: true, force: true });
}
