import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tknest-tests/', import.meta.url));

/**
 * Runs a TypeScript file as a process of its own, because a `kill -9` cannot be simulated in the test's process. The
 * file is bundled first; packages are resolved as usual. What it sends with `process.send` arrives as a `message` of
 * the child.
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
    // A child that outlives a failed test keeps the pipe of Jest's worker open, and Jest waits for it forever.
    remove: () => {
      for (const child of children) child.kill('SIGKILL');
      fs.rmSync(outfile, { force: true });
    },
  };
}

/** Resolves with the child's exit code or signal. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal!)));
