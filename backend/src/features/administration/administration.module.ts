import { Module } from '@nestjs/common';
import { BusinessDateController } from './use-cases/advance-business-date.controller.js';
import { OverviewController } from './use-cases/show-overview/overview.controller.js';
import { AllTransactionsController } from './use-cases/show-transactions/all-transactions.controller.js';
import { TransactionPage } from './use-cases/show-transactions/transaction-page.js';

@Module({
  controllers: [AllTransactionsController, OverviewController, BusinessDateController],
  providers: [TransactionPage],
})
export class AdministrationModule {}
