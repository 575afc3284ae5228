/** The rules of loans that other features use. All functions are pure. */
export { loanFold, loanStream, noLoan, type Loan, type LoanState } from './account/loan.state.js';
export { repaymentOrder, type RepaymentTarget } from './account/loan.state.js';
export { openLoan, upTo, withheldOf } from './account/loan.decider.js';
export {
  abandonRepayment,
  beginRepayment,
  depositRepayment,
  receiveRepayment,
  type BeginRepayment,
} from './account/repayment.decider.js';
export { claimsOf, isPending, type Claim } from './collection/collect.decider.js';
export { collectionFold, type CollectionState } from './collection/collection.decider.js';
