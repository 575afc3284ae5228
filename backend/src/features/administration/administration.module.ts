import { Module } from '@nestjs/common';
import { BusinessDateController } from './use-cases/advance-business-date.controller.js';
import { OverviewController } from './use-cases/show-overview/overview.controller.js';
import { ParkedEventsController } from './use-cases/release-parked/parked-events.controller.js';
import { ListParkedEventsHandler } from './use-cases/release-parked/parked-events.query.js';
import { ReleaseParkedHandler } from './use-cases/release-parked/release-parked.command.js';
import { AllTransactionsController } from './use-cases/show-transactions/all-transactions.controller.js';
import { TransactionPage } from './use-cases/show-transactions/transaction-page.js';

@Module({
  controllers: [AllTransactionsController, OverviewController, BusinessDateController, ParkedEventsController],
  providers: [TransactionPage, ListParkedEventsHandler, ReleaseParkedHandler],
})
export class AdministrationModule {}
