/** A payment's state and rules for other features. Pure: nothing here needs the running program. */
export { evolvePayment, paymentFold } from './payment.evolve.js';
export {
  feesEarned,
  feesOwedBack,
  feesPaid,
  hasEnded,
  hasFee,
  noPayment,
  orphanPrincipals,
  paymentStream,
  refundDueOn,
  type LegAttempt,
  type PaidPayment,
  type Payment,
  type PaymentState,
} from './payment.state.js';
export { feesOwedBy, mustOweNothing } from './fees-owed.js';
export { feeTwiceCase } from './collecting/cases.js';
export { payerFold } from './payer.decider.js';
export { isMark, namedPrincipal, paymentSeal, readMark, type Marked, type Seal } from './payment-mark.js';
export { mustAgree, mustBe } from './posted-figures.js';
export { tokenLine } from './collecting/obstacles.js';
export {
  authoriseLine,
  clawback,
  feeRefundMemo,
  issuance,
  issuanceMemo,
  redemptionMemo,
  rlusdPayment,
} from './transactions.js';
