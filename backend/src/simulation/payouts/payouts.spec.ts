import { describe, expect, it } from '@jest/globals';
import { allHold, caught, played } from '#test/support/played.js';
import { howMany, whereMore } from '#test/support/how-much.js';

/** Seeds that once broke a rule; they stay in the test. */
const REGRESSIONS = [2, 7];
const SEEDS = howMany({ fast: 2, more: 10, full: 1_000 });
/** Enough stories to meet each fault. */
const UNTIL_CAUGHT = 25;
const WRONG_ON_PURPOSE = [
  'new-ticket-without-tec',
  'record-position-at-payment',
  'deposit-spent-by-hand',
  'allocation-before-validation',
  'run-started-unfunded',
  'arrival-booked-by-mark',
  'arrival-without-a-case',
  'unclaimed-without-an-owner',
  'dated-by-discovery',
  'payee-taken-at-start',
  'direct-payee-taken-at-start',
  'loan-ahead-of-escrow',
  'repayment-by-own-hand-unseen',
  'fee-earned-at-once',
  'fee-refund-not-booked',
  'revenue-without-waiting',
  'xrp-back-to-suspended',
];

const payoutTest = (...args: (string | number)[]) => played('payouts', ...args);

describe('loans, payout runs, revenue and the books of escrow and fee wallet under crashes, freezes, clawbacks and vanishing lines', () => {
  it('hold in the stories that broke them once', () => {
    expect(payoutTest('--only', REGRESSIONS.join(','))).toEqual(allHold);
  });

  it(`hold in ${SEEDS} seeded stories`, () => {
    expect(payoutTest('--seeds', SEEDS, '--from', 100)).toEqual(allHold);
  }, 3_600_000);

  it('the same seed tells the same story', () => {
    const told = () => payoutTest('--seeds', 1, '--digest').output.split('\n')[0];
    expect(told()).toEqual(told());
  });

  whereMore('processes that are wrong on purpose are caught', () => {
    const variants = WRONG_ON_PURPOSE.join(',');
    const { output } = payoutTest('--seeds', UNTIL_CAUGHT, '--variant', variants, '--until-broken');
    expect(caught(output)).toEqual(WRONG_ON_PURPOSE);
  });
});
