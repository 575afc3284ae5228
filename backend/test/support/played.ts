import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A run that takes longer is stuck: nothing else would end it. */
const LONGEST_MS = 7_200_000;

/** A simulation as people run it, on the build: signatures are several times faster there than inside Jest. */
export function played(story: string, ...args: (string | number)[]): { status: number | null; output: string } {
  const file = path.resolve('backend/dist/simulation/crash-test.js');
  const { status, stdout } = spawnSync(process.execPath, [file, '--story', story, ...args.map(String)], {
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  return { status, output: stdout };
}

/** What a run in which every story holds comes to. */
export const allHold = { status: 0, output: expect.stringContaining(' 0 seeds broken') };

/** The variants that broke a rule, of a run with `--until-broken`. */
export const caught = (output: string) =>
  [...output.matchAll(/^([\w-]+): .* 1 seeds broken$/gm)].map(([, variant]) => variant);
