// The whole program with a data directory of its own, for measurements and pictures. Build first.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.mjs';
import { until } from './platform-client.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PATIENCE_MS = 180_000;

/**
 * Starts the program, hands `use` what its runtime.json says, and leaves nothing behind. @param env settings beside the
 * defaults
 */
export async function withProgram(env, use) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-'));
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...env,
  };
  const program = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const file = path.join(dataDir, 'runtime.json');
  try {
    await use(
      await until(
        async () => fs.existsSync(file) && JSON.parse(fs.readFileSync(file, 'utf8')),
        (runtime) => runtime && runtime.wallets,
        'the program',
        PATIENCE_MS,
      ),
    );
  } finally {
    const gone = program.exitCode === null && new Promise((resolve) => program.once('exit', resolve));
    program.kill('SIGTERM');
    await gone;
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
