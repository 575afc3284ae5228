/** Payments for other features. */
export { StartPayment, type PaymentOrder } from './use-cases/start-payment/start-payment.command.js';
export { AcceptFromLedger } from './use-cases/accept-from-ledger/accept-from-ledger.command.js';
export { RecoverPaidDebt } from './use-cases/accept-from-ledger/recover-paid-debt.command.js';
export { PaymentsModule } from './payments.module.js';
