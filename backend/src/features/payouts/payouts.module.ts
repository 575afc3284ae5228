import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK } from '#platform/clock/clock.js';
import { CONFIG } from '#platform/config/config.js';
import { EVENT_STORE } from '#platform/event-store/event-store.js';
import { LEDGER } from '#platform/ledger/ledger-port.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule, ToldStanding } from '#features/identity/module.public.js';
import { ProposalKinds, ProposalsModule } from '#features/proposals/module.public.js';
import { CourierService, PlatformAccounts, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { ArrivalsJob } from './arrivals/arrivals.job.js';
import { FollowedDay } from './arrivals/followed-day.js';
import { payoutPorts } from './payout-ports.js';
import { SuspenseProcess } from './processes/suspense.process.js';
import { UnattendedMoneyJob } from './processes/unattended-money.job.js';
import { Payout, PayoutLine } from './read-models/payouts/payout.entities.js';
import { payoutsProjection } from './read-models/payouts/payouts.projection.js';
import { Reopening } from './reopening.js';
import { payoutOwner } from './transactions/owner.js';
import { type PayoutPorts, PAYOUT_PORTS } from './transactions/ports.js';
import { FeesEarnedJob } from './fees-earned.job.js';
import { UnclaimedJob } from './unclaimed.job.js';
import { UnclaimedNotices } from './unclaimed-notices.job.js';
import { ControlPayoutHandler } from './use-cases/control-payout/control-payout.command.js';
import { ControlPayoutController } from './use-cases/control-payout/control-payout.controller.js';
import { HandPayoutAct } from './use-cases/pay-from-float/hand-payout.act.js';
import { HandPayoutCheck } from './use-cases/pay-from-float/hand-payout-check.js';
import { PayByHandHandler } from './use-cases/pay-from-float/pay-by-hand.command.js';
import { PayByHandController } from './use-cases/pay-from-float/pay-by-hand.controller.js';
import { PayFromFloatHandler } from './use-cases/pay-from-float/pay-from-float.command.js';
import { ShowPayoutOutcomeHandler } from './use-cases/pay-from-float/payout-outcome.query.js';
import { EscrowController } from './use-cases/show-escrow/escrow.controller.js';
import { ShowEscrowHandler } from './use-cases/show-escrow/escrow.query.js';
import { ListPayoutLinesHandler } from './use-cases/show-payouts/list-lines.query.js';
import { ExportPayoutsHandler, ListPayoutsHandler } from './use-cases/show-payouts/list-payouts.query.js';
import { ExportUnclaimedHandler, ListUnclaimedHandler } from './use-cases/show-payouts/list-unclaimed.query.js';
import { PayoutsController } from './use-cases/show-payouts/payouts.controller.js';
import { ShowPayoutHandler } from './use-cases/show-payouts/show-payout.query.js';
import { CancelRevenueHandler } from './use-cases/withdraw-revenue/cancel-revenue.command.js';
import { RevenueAct } from './use-cases/withdraw-revenue/revenue.act.js';
import { RevenueController } from './use-cases/withdraw-revenue/revenue.controller.js';
import { ShowRevenueHandler } from './use-cases/withdraw-revenue/revenue.query.js';
import { WithdrawRevenueHandler } from './use-cases/withdraw-revenue/withdraw-revenue.command.js';
import { WithdrawDepositHandler } from './use-cases/withdraw-deposit/withdraw-deposit.command.js';
import { WithdrawDepositController } from './use-cases/withdraw-deposit/withdraw-deposit.controller.js';

@Module({
  imports: [PlatformAccountsModule, IdentityModule, ProposalsModule, TypeOrmModule.forFeature([Payout, PayoutLine])],
  controllers: [
    PayoutsController,
    ControlPayoutController,
    EscrowController,
    WithdrawDepositController,
    PayByHandController,
    RevenueController,
  ],
  providers: [
    {
      provide: PAYOUT_PORTS,
      useFactory: payoutPorts,
      inject: [EVENT_STORE, LEDGER, CLOCK, CONFIG, PlatformAccounts, ToldStanding, BusinessCalendar],
    },
    Reopening,
    ArrivalsJob,
    FollowedDay,
    FeesEarnedJob,
    UnclaimedJob,
    UnclaimedNotices,
    SuspenseProcess,
    UnattendedMoneyJob,
    PayFromFloatHandler,
    PayByHandHandler,
    HandPayoutCheck,
    HandPayoutAct,
    ShowPayoutOutcomeHandler,
    WithdrawDepositHandler,
    WithdrawRevenueHandler,
    CancelRevenueHandler,
    ShowRevenueHandler,
    RevenueAct,
    ControlPayoutHandler,
    ShowPayoutHandler,
    ListPayoutsHandler,
    ExportPayoutsHandler,
    ListPayoutLinesHandler,
    ListUnclaimedHandler,
    ExportUnclaimedHandler,
    ShowEscrowHandler,
  ],
  exports: [PAYOUT_PORTS, FollowedDay, Reopening],
})
export class PayoutsModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly courier: CourierService,
    @Inject(PAYOUT_PORTS) private readonly ports: PayoutPorts,
    private readonly suspense: SuspenseProcess,
    private readonly kinds: ProposalKinds,
    private readonly byHand: HandPayoutAct,
    private readonly revenue: RevenueAct,
  ) {}

  onModuleInit(): void {
    this.projections.register(payoutsProjection);
    this.courier.carry(() => payoutOwner(this.ports));
    this.processes.register(this.suspense);
    this.kinds.register(this.byHand);
    this.kinds.register(this.revenue);
  }
}
