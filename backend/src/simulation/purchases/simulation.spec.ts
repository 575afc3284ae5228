import { describe, expect, it } from '@jest/globals';
import { allHold, caught, played } from '#test/support/played.js';
import { howMany, whereMore } from '#test/support/how-much.js';

/** Seeds that once broke a rule; they stay in the test. */
const REGRESSIONS = [23, 33, 39, 72, 80, 84, 126, 158, 161, 244, 309, 367, 415, 431];
const SEEDS = howMany({ fast: 2, more: 15, full: 1_000 });
const HOSTILE = howMany({ fast: 2, more: 20, full: 1_000 });
const FORGETFUL = howMany({ fast: 2, more: 5, full: 1_000 });
/** Enough stories to meet each fault. */
const UNTIL_CAUGHT = 25;
const WRONG_ON_PURPOSE = [
  'fee-before-validation',
  'fee-forgotten',
  're-sign-after-error',
  'early-release',
  'released-at-expiry',
  'leaked-ticket',
  'release-before-conclusion',
  'no-cap',
  'objection-not-asked',
  'forgotten-is-absent',
];

const crashTest = (...args: (string | number)[]) => played('purchases', ...args);

describe('payments under crashes, lost answers and wilful phones', () => {
  it('hold in the stories that broke them once', () => {
    expect(crashTest('--only', REGRESSIONS.join(','))).toEqual(allHold);
  });

  it(`hold in ${SEEDS} seeded stories`, () => {
    expect(crashTest('--seeds', SEEDS)).toEqual(allHold);
  }, 1_800_000);

  it(`hold where wallets refuse, lines and accounts vanish, and people are suspended after they signed, in ${HOSTILE} stories`, () => {
    expect(crashTest('--seeds', HOSTILE, '--variant', 'hostile')).toEqual(allHold);
  }, 1_800_000);

  it(`hold where the node keeps 256 ledgers and nothing runs for longer than that, in ${FORGETFUL} stories`, () => {
    expect(crashTest('--seeds', FORGETFUL, '--variant', 'forgetful-node')).toEqual(allHold);
  }, 1_800_000);

  whereMore('processes that are wrong on purpose are caught', () => {
    const variants = WRONG_ON_PURPOSE.join(',');
    const { output } = crashTest('--seeds', UNTIL_CAUGHT, '--variant', variants, '--until-broken');
    expect(caught(output)).toEqual(WRONG_ON_PURPOSE);
  });
});
