import { expect, it } from '@jest/globals';
import { evolved, openLoan, upTo } from '../../account/loan.decider.js';
import { evolveLoan, noLoan, type Loan, type LoanState } from '../../account/loan.state.js';
import { notCollected } from '../../collection/collection.decider.js';
import { loanViewOf } from './loan-view.js';

const PROPERTY = {
  propertyId: 1,
  name: 'Sample Court',
  owner: 'rOwner',
  sold: 100,
  tokenPrice: 100_000_000n,
  annualRate: '6.5',
  termMonths: 12,
};

it('a loan whose day waits is in arrears once that day is processed, and what is due is shown before', () => {
  const events = openLoan(PROPERTY, notCollected, '2027-01-15', noLoan);
  const opened = events.reduce<LoanState>(evolveLoan, noLoan) as Loan;
  // The first day after the days of grace.
  const today = '2027-02-23';
  const shown = (loan: Loan) =>
    loanViewOf({ property: PROPERTY, loan, collection: notCollected, deposit: 0n, today } as never);
  expect(shown(opened)).toMatchObject({ loanStatus: 'current', arrears: 0, due: 862.96 });
  const processed = evolved(opened, upTo(today, opened).events);
  expect(shown(processed)).toMatchObject({ loanStatus: 'in_arrears', arrears: 862.96, due: 862.96 });
});
