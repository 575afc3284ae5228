/** What other features may know of a payment's state. Pure: nothing here needs the running program. */
export { loadListing } from './engine/streams.js';
export { evolvePayment, hasEnded, hasFee, noPayment, paymentStream, type PaymentState } from './payment.state.js';
export { mustAgree } from './posted-figures.js';
export { issuance, issuanceMemo, keyProblem, rlusdPayment } from './transactions.js';
