import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A simulation as people run it, on the build: signatures are several times faster there than inside Jest. */
export function played(script: string, ...args: (string | number)[]): { status: number | null; output: string } {
  const file = path.resolve('backend/dist/simulation', script);
  const { status, stdout } = spawnSync(process.execPath, [file, ...args.map(String)], { encoding: 'utf8' });
  return { status, output: stdout };
}

/** What a run in which every story holds comes to. */
export const allHold = { status: 0, output: expect.stringContaining(' 0 seeds broken') };

/** The variants that broke a rule, of a run with `--until-broken`. */
export const caught = (output: string) =>
  [...output.matchAll(/^([\w-]+): .* 1 seeds broken$/gm)].map(([, variant]) => variant);
