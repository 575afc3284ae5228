import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tknest-tests/', import.meta.url));

/**
 * A TypeScript file as a process of its own, to be killed: what dies with `kill -9` cannot be played within the test's
 * process. It is bundled on the spot; packages are resolved as usual. What it tells with `process.send` comes as a
 * `message` of the child.
 */
export async function bundleChild(
  entry: URL,
): Promise<{ run(env: Record<string, string>): ChildProcess; remove(): void }> {
  const outfile = `${CACHE}${randomUUID()}.mjs`;
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    conditions: ['source'],
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    logLevel: 'error',
  });
  const children: ChildProcess[] = [];
  return {
    run: (env) => {
      const child = spawn(process.execPath, [outfile], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      return child;
    },
    // A child that outlives a failed test holds the pipe of Jest's worker, and Jest waits for it forever.
    remove: () => {
      for (const child of children) child.kill('SIGKILL');
      fs.rmSync(outfile, { force: true });
    },
  };
}

/** How a child ended: its exit code, or the signal. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal!)));
