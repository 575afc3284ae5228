import { describe, expect, it } from '@jest/globals';
import { allHold, caught, played } from '#test/support/played.js';
import { howMany, MORE, whereMore } from '#test/support/how-much.js';

const SEEDS = howMany({ fast: 2, more: 8, full: 1_000 });
const LAGGING = howMany({ fast: 2, more: 3, full: 1_000 });
/** Each with its first story. */
const WRONG_ON_PURPOSE = [
  ['no-gate', 1],
  ['gate-without-tickets', 1],
  ['lagging-node-believed', 1],
  ['xrp-back-less-fee', 1],
] as const;
const UNTIL_CAUGHT = 10;

/** Seeds that once broke a rule; they stay in the test. */
const REGRESSIONS = [82, 227, 232];

const rollbackTest = (...args: (string | number)[]) => played('restored-payouts', ...args);

describe('a log restored to any earlier prefix, while the ledger is kept', () => {
  it('pays nobody twice in the stories that broke the rule once', () => {
    expect(rollbackTest('--only', REGRESSIONS.join(','))).toEqual(allHold);
  });

  it(`pays nobody twice, in ${SEEDS} seeded stories`, () => {
    const { output, ...run } = rollbackTest('--seeds', SEEDS);
    expect({ ...run, output }).toEqual(allHold);
    if (!MORE) return;
    // The stories are not trivial: payments were lost, and others were made afterwards.
    expect(Number(/(\d+) forgotten/.exec(output)?.[1])).toBeGreaterThan(0);
    expect(Number(/(\d+) payments/.exec(output)?.[1])).toBeGreaterThan(0);
  }, 3_600_000);

  it(`pays nobody twice where the node that the gate asks is behind, in ${LAGGING} stories`, () => {
    expect(rollbackTest('--seeds', LAGGING, '--variant', 'lagging-node')).toEqual(allHold);
  }, 3_600_000);

  whereMore.each(WRONG_ON_PURPOSE)('is caught paying twice with %s, from story %d on', (variant, from) => {
    const { output } = rollbackTest('--seeds', UNTIL_CAUGHT, '--from', from, '--variant', variant, '--until-broken');
    expect(caught(output)).toEqual([variant]);
  });
});
