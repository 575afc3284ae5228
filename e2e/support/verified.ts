import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './program.js';

/** The output of `npm run replay -- --verify` on a running program. @throws if anything differs, or it cannot run */
export async function verified(program: Program): Promise<string> {
  const log = program.log.named;
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/replay.mjs', '--verify'], {
    env: {
      ...process.env,
      ...(log ? { EVENTSTORE_URL: log.url, EVENTSTORE_STREAM: log.stream } : {}),
      DATA_DIR: program.dataDir,
      DATABASE_URL: program.runtime.database,
    },
  });
  return stdout;
}
