import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { AccessModule } from '#features/access/access.module.js';
import { ActivityModule } from '#features/activity/activity.module.js';
import { AdministrationModule } from '#features/administration/administration.module.js';
import { RecommendationsModule } from '#features/recommendations/recommendations.module.js';
import { AnchoringModule } from '#features/anchoring/anchoring.module.js';
import { AuditModule } from '#features/audit/audit.module.js';
import { OperationsCasesModule } from '#features/operations-cases/operations-cases.module.js';
import { ComplianceModule } from '#features/compliance/compliance.module.js';
import { IdentityModule } from '#features/identity/identity.module.js';
import { InvestmentsModule } from '#features/investments/investments.module.js';
import { BulkModule } from '#features/bulk/bulk.module.js';
import { IssuanceModule } from '#features/issuance/issuance.module.js';
import { ListingsModule } from '#features/listings/listings.module.js';
import { LoansModule } from '#features/loans/module.public.js';
import { NotificationsModule } from '#features/notifications/notifications.module.js';
import { PaymentsModule } from '#features/payments/payments.module.js';
import { PayoutsModule } from '#features/payouts/payouts.module.js';
import { PlatformInfoModule } from '#features/platform-info/platform-info.module.js';
import { ProposalsModule } from '#features/proposals/module.public.js';
import { ReceiptsModule } from '#features/receipts/receipts.module.js';
import { ReconciliationModule } from '#features/reconciliation/reconciliation.module.js';
import { ScreeningModule } from '#features/screening/module.public.js';
import { RedemptionModule } from '#features/redemption/redemption.module.js';
import { XrpReturnsModule } from '#features/xrp-returns/xrp-returns.module.js';
import { StatementsModule } from '#features/statements/statements.module.js';
import { PlatformAccountsModule } from '#features/platform-accounts/platform-accounts.module.js';
import { TransparencyModule } from '#features/transparency/transparency.module.js';
import { TrustLinesModule } from '#features/trust-lines/trust-lines.module.js';
import type { Config } from '#platform/config/config.js';
import { ConfigModule } from '#platform/config.module.js';
import { HttpModule } from '#platform/http/http.module.js';
import { LedgerModule } from '#platform/ledger/ledger.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { SessionsModule } from '#platform/sessions/sessions.module.js';
import { KeyRing } from '#platform/vault/key-ring.js';

const FEATURES = [
  AccessModule,
  ScreeningModule,
  IdentityModule,
  ProposalsModule,
  ListingsModule,
  PlatformAccountsModule,
  PaymentsModule,
  LoansModule,
  PayoutsModule,
  InvestmentsModule,
  RecommendationsModule,
  NotificationsModule,
  OperationsCasesModule,
  ComplianceModule,
  ActivityModule,
  AdministrationModule,
  AuditModule,
  AnchoringModule,
  ReceiptsModule,
  StatementsModule,
  ReconciliationModule,
  PlatformInfoModule,
  TransparencyModule,
  TrustLinesModule,
  BulkModule,
  IssuanceModule,
  RedemptionModule,
  XrpReturnsModule,
];

/** The whole backend. */
@Module({})
export class AppModule {
  static with(config: Config, ring: KeyRing = new KeyRing(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config, ring),
        ScheduleModule.forRoot(),
        CqrsModule.forRoot(),
        PlatformModule,
        SessionsModule,
        HttpModule,
        LedgerModule,
        ...FEATURES,
      ],
    };
  }
}
