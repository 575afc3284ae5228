/** What other features may decide with of payouts. Pure: nothing here needs the running program. */
export {
  arrivalId,
  balanceOf,
  bookArrival,
  depositOf,
  emptyEscrow,
  escrowFold,
  post,
  type EscrowState,
  type Posting,
} from './escrow/escrow.decider.js';
export {
  directRun,
  dueRunId,
  fundRun,
  fundRunByArrival,
  noRun,
  paybackRunId,
  runFold,
  type RunOrder,
  type RunState,
} from './runs/run.decider.js';
