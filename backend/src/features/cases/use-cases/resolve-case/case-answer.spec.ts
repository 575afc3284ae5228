import { expect, it } from '@jest/globals';
import { CASE_KINDS, CASE_RESOLUTIONS } from '@tknest/contracts/events';
import { takesTwo } from './case-answer.act.js';

it('an answer that says whose money is, issues, or has something signed once more takes two people (security 5)', () => {
  const found = CASE_KINDS.flatMap((kind) =>
    CASE_RESOLUTIONS.filter((resolution) => takesTwo(kind, resolution)).map((resolution) => `${kind} ${resolution}`),
  );
  expect(found.filter((one) => !one.startsWith('unknown-ledger-')).sort()).toEqual(
    [
      'escrow-suspense deposited',
      'escrow-suspense kept',
      'forgotten-payment tokens-issued',
      ...['log-altered', 'log-not-anchored'].flatMap((kind) =>
        CASE_RESOLUTIONS.filter((one) => one !== 'corrected').map((one) => `${kind} ${one}`),
      ),
      'sequence-conflict corrected',
    ].sort(),
  );
  expect(takesTwo('unknown-ledger-payment', 'no-action')).toBe(true);
  expect(takesTwo('unknown-ledger-payment', 'corrected')).toBe(false);
});
