import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { FULL, whereAlone } from '#test/support/how-much.js';

const FEW = ['after-append/PayoutWindowSigned', 'after-submit/Payment:17', 'before-append/PayoutSettled'];
const EVERY_PLACE = [
  'before-append/PayoutLinesListed',
  'after-append/PayoutLinesListed',
  'before-keep/lines',
  'after-keep/lines',
  'after-append/PayoutWindowSigned',
  'after-submit/Payment:17',
  'after-submit/Payment:60',
  'before-append/PayoutSettled',
  'after-append/PayoutSettled',
  'before-append/PayoutRunCompleted',
];

/**
 * Runs the built program on the sandbox's ledger and a real PostgreSQL; the script checks every payment and the books.
 */
function payOut(...args: string[]): { status: number | null; output: string } {
  const script = path.resolve('backend/bench/payouts.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, output: stderr };
}
const paidOnce = { status: 0, output: expect.not.stringContaining('FAILED') };

describe('a payout run is killed with kill -9 and goes on', () => {
  const places = FULL ? EVERY_PLACE : FEW;
  const lines = FULL ? 60 : 30;
  it(`at ${places.length} places of a run of ${lines} lines: everybody is paid once, books equal the ledger`, () => {
    expect(payOut('--holders', `${lines}`, '--pace', '100', '--crash', places.join(','))).toEqual(paidOnce);
  }, 600_000);
});

describe('a payout run of many', () => {
  const holders = FULL ? 150 : 75;
  it(`${holders} holders by two instances at once: each is paid once, within 400 MB`, () => {
    expect(payOut('--holders', `${holders}`, '--pace', '100', '--two')).toEqual(paidOnce);
  }, 300_000);

  // Ten minutes, measured in ledger time.
  whereAlone(
    '10,000 holders: overhead at most 10 % of the ledger’s time, within 400 MB',
    () => {
      expect(payOut('--holders', '10000')).toEqual(paidOnce);
    },
    3_600_000,
  );

  // Ten minutes, measured in ledger time.
  whereAlone(
    '10,000 holders, killed and started again three times on the way: 10,000 paid, none twice',
    () => {
      expect(payOut('--holders', '10000', '--kills', '3', '--pace', '500')).toEqual(paidOnce);
    },
    3_600_000,
  );
});
