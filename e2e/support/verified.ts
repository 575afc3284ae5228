import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from './program.js';

/** What `npm run replay -- --verify` says of a running program. @throws where anything differs, or it cannot look */
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
