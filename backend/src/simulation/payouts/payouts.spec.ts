import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Seeds that once broke a rule: they are played for ever. */
const REGRESSIONS = [2, 7];
const SEEDS = process.env.TEST_FULL ? 1_000 : 15;
const PER_VARIANT = 8;

/** On the build: signatures are several times faster there than inside Jest. */
function payoutTest(...args: (string | number)[]): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.resolve('backend/dist/simulation/payouts/payout-test.js'), ...args.map(String)],
    { encoding: 'utf8' },
  );
  return { status, output: stdout };
}

describe('loans, payout runs and the escrow’s books under crashes, freezes, clawbacks and vanishing lines', () => {
  it.each(REGRESSIONS)('hold in story %d, which broke them once', (seed) => {
    expect(payoutTest('--seeds', 1, '--from', seed)).toMatchObject({ status: 0 });
  });

  it(`hold in ${SEEDS} seeded stories`, () => {
    const { status, output } = payoutTest('--seeds', SEEDS, '--from', 100);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('0 seeds broken') });
  }, 3_600_000);

  it('the same seed tells the same story', () => {
    const told = () => payoutTest('--seeds', 2, '--digest').output.split('\n').slice(0, 2);
    expect(told()).toEqual(told());
  });

  it.each([
    'new-ticket-without-tec',
    'record-position-at-payment',
    'deposit-spent-by-hand',
    'allocation-before-validation',
    'run-started-unfunded',
    'arrival-booked-by-mark',
  ])('a process that is wrong on purpose is caught: %s', (variant) => {
    expect(payoutTest('--seeds', PER_VARIANT, '--variant', variant)).toMatchObject({ status: 1 });
  });
});
