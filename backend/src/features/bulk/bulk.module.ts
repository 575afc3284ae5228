import { Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule } from '#features/identity/module.public.js';
import { PayoutsModule } from '#features/payouts/module.public.js';
import { ProposalKinds, ProposalsModule } from '#features/proposals/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { BulkAct } from './use-cases/carry-out/bulk.act.js';
import { BulkController } from './use-cases/carry-out/bulk.controller.js';
import { CarryOutBulkHandler } from './use-cases/carry-out/bulk.command.js';

/** Issues tokens to, or pays, a list of wallets in one operation. */
@Module({
  imports: [PlatformAccountsModule, IdentityModule, PayoutsModule, ProposalsModule],
  controllers: [BulkController],
  providers: [CarryOutBulkHandler, BulkAct],
})
export class BulkModule implements OnModuleInit {
  constructor(
    private readonly kinds: ProposalKinds,
    private readonly act: BulkAct,
  ) {}

  onModuleInit(): void {
    this.kinds.register(this.act);
  }
}
