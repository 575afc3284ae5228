import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK } from '#platform/clock/clock.js';
import { CONFIG } from '#platform/config/config.js';
import { EVENT_STORE } from '#platform/event-store/event-store.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { LEDGER } from '#platform/ledger/ledger-port.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { VaultBlobs } from '#platform/ledger/submissions/vault-blobs.js';
import { WALLET_APP } from '#platform/wallet-app/wallet-app-port.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { IdentityModule, ToldStanding } from '#features/identity/module.public.js';
import { KycStanding } from '#features/identity/true-standing.public.js';
import { CourierService, PlatformAccounts, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { PaymentCollector } from './collecting/payment-collector.js';
import { type PaymentPorts, PAYMENT_PORTS } from './collecting/ports.js';
import { PacedPayments } from './paced-payments.js';
import { PaymentReader } from './payment-reader.js';
import { paymentOwner } from './order.js';
import { OWN_KINDS } from './payment.state.js';
import { paymentPorts } from './payment-ports.js';
import { PaymentProcess } from './processes/payment.process.js';
import { CaseOutcomesProcess } from './processes/case-outcomes.process.js';
import { OverdueJob } from './processes/overdue.job.js';
import { OwedPrincipals } from './processes/owed-principals.js';
import { EndPurchasesHandler } from './processes/sale-ending.js';
import { SaleEndingProcess } from './processes/sale-ending.process.js';
import { endingsProjection, PaymentEnding } from './read-models/endings/endings.projection.js';
import { PaymentsEnded } from './read-models/endings/payments-ended.js';
import { SignRequestRow, signRequestsProjection } from './read-models/sign-requests/sign-requests.projection.js';
import {
  Transaction,
  TransactionDay,
  TransactionText,
  TransactionWallet,
} from './read-models/transactions/transaction.entities.js';
import { transactionsProjection } from './read-models/transactions/transactions.projection.js';
import { DirectPaymentController } from './use-cases/direct-payment/direct-payment.controller.js';
import { PaymentsController } from './use-cases/follow-payment/payments.controller.js';
import { AcceptFromLedgerHandler } from './use-cases/accept-from-ledger/accept-from-ledger.command.js';
import { RecoverPaidDebtHandler } from './use-cases/accept-from-ledger/recover-paid-debt.command.js';
import { CancelPaymentHandler } from './use-cases/cancel-payment/cancel-payment.command.js';
import { CancelPaymentController } from './use-cases/cancel-payment/cancel-payment.controller.js';
import { ListPaymentsHandler } from './use-cases/follow-payment/list-payments.query.js';
import { ShowPaymentHandler } from './use-cases/follow-payment/show-payment.query.js';
import { PayFeeHandler } from './use-cases/pay-fee/pay-fee.command.js';
import { PayFeeController } from './use-cases/pay-fee/pay-fee.controller.js';
import { RefundFeeHandler } from './use-cases/refund-fee/refund-fee.command.js';
import { RefundFeeController } from './use-cases/refund-fee/refund-fee.controller.js';
import { RefundPaymentHandler } from './use-cases/refund-payment/refund-payment.command.js';
import { AllTransactionsController } from './use-cases/show-transactions/all-transactions.controller.js';
import { TransactionLog } from './use-cases/show-transactions/transaction-log.js';
import {
  ExportTransactionsHandler,
  ListAllTransactionsHandler,
} from './use-cases/show-transactions/transactions.query.js';
import { StartPaymentHandler } from './use-cases/start-payment/start-payment.command.js';
import { RefundPaymentController } from './use-cases/refund-payment/refund-payment.controller.js';
import { HearOfSignatureHandler } from './use-cases/receive-webhook/hear-of-signature.command.js';
import { XamanWebhookController } from './use-cases/receive-webhook/xaman-webhook.controller.js';

@Module({
  imports: [
    PlatformAccountsModule,
    IdentityModule,
    TypeOrmModule.forFeature([
      PaymentEnding,
      SignRequestRow,
      Transaction,
      TransactionDay,
      TransactionText,
      TransactionWallet,
    ]),
  ],
  controllers: [
    PaymentsController,
    DirectPaymentController,
    CancelPaymentController,
    RefundPaymentController,
    PayFeeController,
    RefundFeeController,
    XamanWebhookController,
    AllTransactionsController,
  ],
  providers: [
    {
      provide: PAYMENT_PORTS,
      useFactory: paymentPorts,
      inject: [
        EVENT_STORE,
        LEDGER,
        WALLET_APP,
        WalletQuestions,
        CLOCK,
        CONFIG,
        VaultBlobs,
        PlatformAccounts,
        KycStanding,
        ToldStanding,
        BusinessCalendar,
        CourierService,
        MayGoOn,
        VaultService,
      ],
    },
    {
      provide: PaymentCollector,
      useFactory: (ports: PaymentPorts) => new PaymentCollector(ports),
      inject: [PAYMENT_PORTS],
    },
    PacedPayments,
    PaymentProcess,
    SaleEndingProcess,
    CaseOutcomesProcess,
    OwedPrincipals,
    OverdueJob,
    EndPurchasesHandler,
    PaymentReader,
    PaymentsEnded,
    StartPaymentHandler,
    CancelPaymentHandler,
    RefundPaymentHandler,
    PayFeeHandler,
    RefundFeeHandler,
    AcceptFromLedgerHandler,
    RecoverPaidDebtHandler,
    HearOfSignatureHandler,
    ShowPaymentHandler,
    ListPaymentsHandler,
    TransactionLog,
    ListAllTransactionsHandler,
    ExportTransactionsHandler,
  ],
  exports: [PAYMENT_PORTS],
})
export class PaymentsModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly process: PaymentProcess,
    private readonly saleEnding: SaleEndingProcess,
    private readonly caseOutcomes: CaseOutcomesProcess,
    private readonly courier: CourierService,
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
  ) {}

  onModuleInit(): void {
    this.projections.register(transactionsProjection);
    this.projections.register(signRequestsProjection);
    this.projections.register(endingsProjection);
    for (const kind of OWN_KINDS) this.courier.carry(() => paymentOwner(kind, this.ports));
    this.processes.register(this.process);
    this.processes.register(this.saleEnding);
    this.processes.register(this.caseOutcomes);
  }
}
