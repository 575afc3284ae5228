import { openLoan } from '#features/loans/account/loan.decider.js';
import { evolveLoan, noLoan, type Loan, type LoanState } from '#features/loans/account/loan.state.js';

/** A sale of 10,000 RLUSD at 6.5 % over twelve months. */
export const SOLD = {
  propertyId: 1,
  name: 'Sample Court',
  owner: 'rOwner',
  sold: 100,
  tokenPrice: 100_000_000n,
  annualRate: '6.5',
  termMonths: 12,
};
/** Its loan begins; the first installment, of 862.96 RLUSD, is due on Monday, Feb 15, and in arrears on Feb 23. */
export const loanOpened = openLoan(SOLD, { automation: null }, '2027-01-15', noLoan);
export const openedLoan = loanOpened.reduce<LoanState>(evolveLoan, noLoan) as Loan;
