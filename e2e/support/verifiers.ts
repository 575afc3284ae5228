import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';

/** The two programs that verify the record without any code of the platform's. */
const ALL = [
  ['verify-log.mjs', process.execPath],
  ['verify_log.py', 'python3'],
] as const;
const AT_HAND = ALL.filter(([, program]) => spawnSync(program, ['--version']).status === 0);
for (const [script, program] of ALL)
  if (!AT_HAND.some(([name]) => name === script)) process.stderr.write(`No ${program} here: ${script} was not run\n`);

/**
 * Runs each verifier with these arguments.
 * @returns their exit code, which must be the same, and what they said: together, and each
 */
export async function verdict(...asked: string[]): Promise<{ code: number; said: string; each: string[] }> {
  const ends = await Promise.all(
    AT_HAND.map(
      ([script, program]) =>
        new Promise<{ code: number; said: string }>((resolve) =>
          execFile(program, [path.resolve('frontend/public', script), ...asked], (error, stdout, stderr) =>
            resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
          ),
        ),
    ),
  );
  const each = ends.map((end) => end.said);
  const said = each.join('\n');
  const codes = new Set(ends.map(({ code }) => code));
  if (codes.size > 1) throw new Error(`The verifiers do not agree (${[...codes].join(', ')}):\n${said}`);
  return { code: ends[0]!.code, said, each };
}
