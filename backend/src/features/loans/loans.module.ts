import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PageHeads } from '#platform/http/page-heads.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { PayoutsModule } from '#features/payouts/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { LoanReader } from './loan-reader.js';
import { Payees } from './payees.js';
import { CollectionProcess } from './processes/collection.process.js';
import { SuspendedRepaymentProcess } from './processes/suspended-repayment.process.js';
import { PreventionWatch } from './processes/prevention-watch.js';
import { NoticesProcess } from './processes/notices.process.js';
import { LoanOpeningProcess } from './processes/loan-opening.process.js';
import { LoanRow, Sale } from './read-models/loans/loan.entities.js';
import { newestLoanOf } from './readers.public.js';
import { loansProjection } from './read-models/loans/loans.projection.js';
import { Schedule } from './schedule/schedule.js';
import { DepositHandler } from './use-cases/deposit/deposit.command.js';
import { DepositController } from './use-cases/deposit/deposit.controller.js';
import { GiveNoticeHandler } from './use-cases/give-notice/give-notice.command.js';
import { OpenLoanHandler } from './use-cases/open-loan/open-loan.command.js';
import { RecommendRepaymentsHandler } from './use-cases/recommend/recommend.query.js';
import { RepayHandler } from './use-cases/repay/repay.command.js';
import { RepayController } from './use-cases/repay/repay.controller.js';
import { AutomationController } from './use-cases/set-up-automation/automation.controller.js';
import { ShowPaymentConfigHandler } from './use-cases/set-up-automation/payment-config.query.js';
import { SetUpAutomationHandler } from './use-cases/set-up-automation/set-up-automation.command.js';
import { SetUpAutopayHandler } from './use-cases/set-up-autopay/set-up-autopay.command.js';
import { SetUpAutopayController } from './use-cases/set-up-autopay/set-up-autopay.controller.js';
import { LoanController } from './use-cases/show-loan/loan.controller.js';
import { ShowLoanHandler } from './use-cases/show-loan/show-loan.query.js';

@Module({
  imports: [IdentityModule, PlatformAccountsModule, PayoutsModule, TypeOrmModule.forFeature([LoanRow, Sale])],
  controllers: [LoanController, RepayController, DepositController, SetUpAutopayController, AutomationController],
  providers: [
    LoanReader,
    Payees,
    Schedule,
    LoanOpeningProcess,
    CollectionProcess,
    NoticesProcess,
    PreventionWatch,
    SuspendedRepaymentProcess,
    OpenLoanHandler,
    ShowLoanHandler,
    RepayHandler,
    DepositHandler,
    SetUpAutopayHandler,
    SetUpAutomationHandler,
    ShowPaymentConfigHandler,
    RecommendRepaymentsHandler,
    GiveNoticeHandler,
  ],
  exports: [Schedule],
})
export class LoansModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly opening: LoanOpeningProcess,
    private readonly collection: CollectionProcess,
    private readonly notices: NoticesProcess,
    private readonly suspended: SuspendedRepaymentProcess,
    private readonly pages: PageHeads,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  onModuleInit(): void {
    this.projections.register(loansProjection);
    this.processes.register(this.opening);
    this.processes.register(this.collection);
    this.processes.register(this.notices);
    this.processes.register(this.suspended);
    // As the page itself chooses, so that its document asks for the loan at once.
    this.pages.register('/landlord-payback', async (_, session) => ({
      head: null,
      propertyId: session ? await newestLoanOf(session.wallet, this.db) : undefined,
    }));
  }
}
