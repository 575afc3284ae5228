import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { ProcessRegistry } from '../../platform/processes/process-registry.js';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { VaultService } from '../../platform/vault/vault.service.js';
import { WALLET_APP, type WalletAppPort } from '../../platform/wallet-app/wallet-app-port.js';
import { IdentityModule, KycStanding } from '../identity/identity.public.js';
import { PlatformAccounts, TokensModule } from '../tokens/tokens.public.js';
import { PaymentEngine } from './engine/payment-engine.js';
import type { PaymentPorts } from './engine/ports.js';
import { PaymentRunner } from './payment-runner.js';
import { Payments } from './payments.service.js';
import { PAYMENT_PORTS } from './payments.tokens.js';
import { PaymentProcess } from './processes/payment/payment.process.js';
import { endingsProjection } from './read-models/endings/endings.projection.js';
import { PaymentEnding } from './read-models/endings/payment-ending.entity.js';
import { PaymentsEnded } from './read-models/endings/payments-ended.js';
import { signRequestsProjection } from './read-models/sign-requests/sign-requests.projection.js';
import { transactionsProjection } from './read-models/transactions/transactions.projection.js';
import { DirectPaymentController } from './use-cases/direct-payment/direct-payment.controller.js';
import { PaymentsController } from './use-cases/follow-payment/payments.controller.js';
import { RefundPaymentController } from './use-cases/refund-payment/refund-payment.controller.js';
import { XamanWebhookController } from './use-cases/receive-webhook/xaman-webhook.controller.js';

function paymentPorts(
  store: EventStore,
  ledger: LedgerPort,
  walletApp: WalletAppPort,
  clock: Clock,
  config: Config,
  vault: VaultService,
  accounts: PlatformAccounts,
  standing: KycStanding,
  calendar: BusinessCalendar,
): PaymentPorts {
  return {
    store,
    ledger,
    walletApp,
    clock,
    blobs: {
      keep: (paymentId, blob) => vault.put(`payment-${paymentId}`, 'signed-blob', { blob }, randomUUID()),
      open: async (item) => ((await vault.get(item)) as unknown as { blob: string }).blob,
    },
    issuer: {
      address: () => accounts.address('issuer'),
      sign: (transaction) => accounts.sign('issuer', transaction),
      ticketFor: (purpose) => accounts.ticketFor('issuer', purpose),
    },
    async objection(payment) {
      if (payment.kind !== 'property_purchase' || (await standing.isVerified(payment.payer, 'investor'))) return null;
      return { code: 'verification-lapsed', message: 'Your identity verification has lapsed. No money moved.' };
    },
    businessDate: () => calendar.today(),
    newId: randomUUID,
    settings: {
      rlusdIssuer: config.xrpl.rlusdIssuer,
      network: config.xrpl.network,
      expiryMinutes: config.paymentExpiryMinutes,
    },
  };
}

@Module({
  imports: [TokensModule, IdentityModule, TypeOrmModule.forFeature([PaymentEnding])],
  controllers: [PaymentsController, DirectPaymentController, RefundPaymentController, XamanWebhookController],
  providers: [
    {
      provide: PAYMENT_PORTS,
      useFactory: paymentPorts,
      inject: [
        EVENT_STORE,
        LEDGER,
        WALLET_APP,
        CLOCK,
        CONFIG,
        VaultService,
        PlatformAccounts,
        KycStanding,
        BusinessCalendar,
      ],
    },
    { provide: PaymentEngine, useFactory: (ports: PaymentPorts) => new PaymentEngine(ports), inject: [PAYMENT_PORTS] },
    PaymentRunner,
    PaymentProcess,
    Payments,
    PaymentsEnded,
  ],
  exports: [Payments, PAYMENT_PORTS],
})
export class PaymentsModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly process: PaymentProcess,
  ) {}

  onModuleInit(): void {
    this.projections.register(transactionsProjection);
    this.projections.register(signRequestsProjection);
    this.projections.register(endingsProjection);
    this.processes.register(this.process);
  }
}
