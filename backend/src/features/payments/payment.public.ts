/** What other features may know of a payment's state. Pure: nothing here needs the running program. */
export { evolvePayment, hasEnded, hasFee, noPayment, paymentStream, type PaymentState } from './payment.state.js';
