import { Module } from '@nestjs/common';
import { AuditModule } from '#features/audit/module.public.js';
import { LoansModule } from '#features/loans/module.public.js';
import { AdvanceBusinessDateHandler } from './use-cases/advance-business-date/advance-business-date.command.js';
import { BusinessDateController } from './use-cases/advance-business-date/business-date.controller.js';
import { PayDemoRentHandler } from './use-cases/sandbox-desk/pay-demo-rent.command.js';
import { SandboxDeskController } from './use-cases/sandbox-desk/sandbox-desk.controller.js';
import { FailedEventsController } from './use-cases/release-failed-events/failed-events.controller.js';
import { ListFailedEventsHandler } from './use-cases/release-failed-events/failed-events.query.js';
import { ReleaseFailedEventsHandler } from './use-cases/release-failed-events/release-failed-events.command.js';
import { ShowGrowthHandler, ShowPlatformStatsHandler } from './use-cases/show-overview/figures.query.js';
import { ExportUsersHandler, ListAllUsersHandler } from './use-cases/show-overview/list-users.query.js';
import { CountWaitingHandler } from './use-cases/show-overview/waiting.query.js';
import { OverviewController } from './use-cases/show-overview/overview.controller.js';

@Module({
  imports: [LoansModule, AuditModule],
  controllers: [OverviewController, BusinessDateController, SandboxDeskController, FailedEventsController],
  providers: [
    ListAllUsersHandler,
    ExportUsersHandler,
    ShowPlatformStatsHandler,
    ShowGrowthHandler,
    CountWaitingHandler,
    AdvanceBusinessDateHandler,
    PayDemoRentHandler,
    ListFailedEventsHandler,
    ReleaseFailedEventsHandler,
  ],
})
export class AdministrationModule {}
