import { expect, it } from '@jest/globals';
import { openedLoan, SOLD } from '#test/support/opened-loan.js';
import { evolved, upTo } from '../../account/loan.decider.js';
import type { Loan } from '../../account/loan.state.js';
import { notCollected } from '../../collection/collection.decider.js';
import { loanViewOf } from './loan-view.js';

it('a loan whose day waits is in arrears once that day is processed, and what is due is shown before', () => {
  // The first day after the days of grace.
  const today = '2027-02-23';
  const shown = (loan: Loan) =>
    loanViewOf({ property: SOLD, loan, collection: notCollected, deposit: 0n, today } as never);
  expect(shown(openedLoan)).toMatchObject({ loanStatus: 'current', arrears: 0, due: 862.96 });
  const processed = evolved(openedLoan, upTo(today, openedLoan).events);
  expect(shown(processed)).toMatchObject({ loanStatus: 'in_arrears', arrears: 862.96, due: 862.96 });
});
