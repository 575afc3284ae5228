import { describe, expect, it } from '@jest/globals';
import { howMany, MORE, whereMore } from '#test/support/how-much.js';
import { allHold, caught, played } from '#test/support/played.js';

/** A lost purchase is found again in about one of fifteen stories; this number of stories contains one. */
const SEEDS = howMany({ fast: 2, more: 60, full: 1_000 });
const LAGGING = howMany({ fast: 2, more: 5, full: 1_000 });
/** Enough stories to meet each fault. */
const UNTIL_CAUGHT = 25;
const WRONG_ON_PURPOSE = ['no-gate', 'trusting-gate', 'issued-again', 'lagging-node-believed'];

/** Seeds that once broke a rule; they stay in the test. */
const REGRESSIONS = [4, 19, 31, 92, 198, 396, 501, 628];

const rollbackTest = (...args: (string | number)[]) => played('restored-purchases', ...args);

describe('purchases under a log that is restored to any earlier prefix, while the ledger is kept', () => {
  it('end in the stories that broke a rule once', () => {
    expect(rollbackTest('--only', REGRESSIONS.join(','))).toEqual(allHold);
  });

  it(`end, with nothing issued, authorized or sent back twice, in ${SEEDS} seeded stories`, () => {
    const { output, ...run } = rollbackTest('--seeds', SEEDS);
    expect({ ...run, output }).toEqual(allHold);
    // The stories are not trivial: purchases were lost and found, and issuances were adopted.
    for (const what of MORE ? ['forgotten', 'found', 'adopted'] : [])
      expect(Number(new RegExp(`(\\d+) ${what}`).exec(output)?.[1])).toBeGreaterThan(0);
  }, 1_800_000);

  it(`end where the node that the gates ask is behind, in ${LAGGING} stories`, () => {
    expect(rollbackTest('--seeds', LAGGING, '--variant', 'lagging-node')).toEqual(allHold);
  }, 1_800_000);

  whereMore('processes that are wrong on purpose are caught', () => {
    const { output } = rollbackTest('--seeds', UNTIL_CAUGHT, '--variant', WRONG_ON_PURPOSE.join(','), '--until-broken');
    expect(caught(output)).toEqual(WRONG_ON_PURPOSE);
  });
});
