/** Rules of payouts for decisions of other features. Pure: nothing here needs the running program. */
export { SMALL_ARRIVALS } from './arrivals/arrival.rules.js';
export { isFollowedTo } from './arrivals/followed-to.js';
export {
  arrivalId,
  balanceOf,
  bookArrival,
  booksOf,
  depositOf,
  emptyEscrow,
  escrowFold,
  feesFold,
  isSpent,
  post,
  type EscrowState,
  type Posting,
} from './escrow/escrow.decider.js';
export {
  directRun,
  fundPayeeByArrival,
  fundPayees,
  fundRun,
  fundRunByArrival,
  paybackRunId,
  type DirectPayment,
  type RunOrder,
} from './runs/run.decider.js';
export { isOrderedByPerson, purseOf, runIdOf } from './runs/run-sources.js';
export { noRun, runFold, runStream, type RunState } from './runs/run.state.js';
export { isPayingOut, leftToPay } from './runs/unfinished.js';
export {
  COLLECTION_UNCLEAR,
  collectionIn,
  feeBpsOf,
  lostCollections,
  nextDueRun,
  type LostCollection,
} from './runs/lost-collections.js';
export { batchFold, batchStream, payoutMemo, type BatchState } from './runs/batch.state.js';
export { pendingFees } from './escrow/fees.decider.js';
