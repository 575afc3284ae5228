import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Seeds that once broke a rule: they are played for ever. */
const REGRESSIONS = [23, 33, 39, 72, 80, 84, 126, 158, 161, 244, 367, 415, 431];
const SEEDS = process.env.TEST_FULL ? 1_000 : 30;
const OLD_LOGS = process.env.TEST_FULL ? 400 : 8;

/** The command as people run it, on the build: signatures are several times faster there than inside Jest. */
function crashTest(...args: (string | number)[]): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.resolve('backend/dist/simulation/crash-test.js'), ...args.map(String)],
    { encoding: 'utf8' },
  );
  return { status, output: stdout };
}

describe('payments under crashes, lost answers and wilful phones', () => {
  it.each(REGRESSIONS)('hold in story %d, which broke them once', (seed) => {
    expect(crashTest('--seeds', 1, '--from', seed)).toMatchObject({ status: 0 });
  });

  it(`hold in ${SEEDS} seeded stories`, () => {
    const { status, output } = crashTest('--seeds', SEEDS);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('0 seeds broken') });
  }, 1_800_000);

  it(`hold where a log of the program before is taken over at any moment, in ${OLD_LOGS} stories`, () => {
    const { status, output } = crashTest('--seeds', OLD_LOGS, '--variant', 'from-old-log');
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('0 seeds broken') });
  }, 1_800_000);

  // As many stories as it takes to meet the fault more than once.
  it.each([
    ['fee-before-validation', 14],
    ['re-sign-after-error', 5],
    ['early-release', 5],
    ['leaked-ticket', 25],
    ['release-before-conclusion', 8],
  ])('a process that is wrong on purpose is caught: %s', (variant, seeds) => {
    expect(crashTest('--seeds', seeds, '--variant', variant)).toMatchObject({ status: 1 });
  });
});
