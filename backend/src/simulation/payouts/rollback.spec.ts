import { describe, expect, it } from '@jest/globals';
import { allHold, caught, played } from '../testing/played.js';
import { inFull } from '../../../test/support/how-much.js';

const SEEDS = inFull(8, 1_000);
/** From a seed on that meets both faults soon; from the first one it takes 18. */
const FROM = 14;
const UNTIL_CAUGHT = 12;
const WRONG_ON_PURPOSE = ['no-gate', 'gate-without-tickets'];

const rollbackTest = (...args: (string | number)[]) => played('payouts/rollback-test.js', ...args);

describe('a log restored to any earlier prefix, while the ledger is kept', () => {
  it(`pays nobody twice, in ${SEEDS} seeded stories (hostile world 2)`, () => {
    const { output, ...run } = rollbackTest('--seeds', SEEDS);
    expect({ ...run, output }).toEqual(allHold);
    // The stories are of something: payments were forgotten, and others were made afterwards.
    expect(Number(/(\d+) forgotten/.exec(output)?.[1])).toBeGreaterThan(0);
    expect(Number(/(\d+) payments/.exec(output)?.[1])).toBeGreaterThan(0);
  }, 3_600_000);

  it(`is caught within ${UNTIL_CAUGHT} stories where there is no gate, or one that compares no tickets (hostile world 2)`, () => {
    const variants = WRONG_ON_PURPOSE.join(',');
    const { output } = rollbackTest('--seeds', UNTIL_CAUGHT, '--from', FROM, '--variant', variants, '--until-broken');
    expect(caught(output)).toEqual(WRONG_ON_PURPOSE);
  });
});
