import { Module, type OnModuleInit } from '@nestjs/common';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { casesProjection } from './read-models/cases/cases.projection.js';
import { BusinessDateController } from './use-cases/advance-business-date.controller.js';
import { CasesController } from './use-cases/show-cases/cases.controller.js';
import { OverviewController } from './use-cases/show-overview/overview.controller.js';
import { AllTransactionsController } from './use-cases/show-transactions/all-transactions.controller.js';
import { TransactionPage } from './use-cases/show-transactions/transaction-page.js';

@Module({
  controllers: [AllTransactionsController, OverviewController, CasesController, BusinessDateController],
  providers: [TransactionPage],
})
export class AdministrationModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(casesProjection);
  }
}
