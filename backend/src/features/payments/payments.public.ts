/** What other features may use of payments. */
export { Payments, type PaymentOrder } from './payments.service.js';
export { PaymentsModule } from './payments.module.js';
