import { Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule } from '#features/identity/module.public.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { trustLineOwner } from './order.js';
import { FundDemoWalletHandler } from './use-cases/fund-demo-wallet/fund-demo-wallet.command.js';
import { CreateTrustLineHandler } from './use-cases/create-trust-line/create-trust-line.command.js';
import { FollowTrustLineHandler } from './use-cases/create-trust-line/follow-trust-line.query.js';
import { TrustLineController } from './use-cases/create-trust-line/trust-line.controller.js';
import { ShowTrustStatusHandler } from './use-cases/show-status/show-status.query.js';
import { TrustStatusController } from './use-cases/show-status/trust-status.controller.js';
import { ValidateCapabilityHandler } from './use-cases/show-status/validate-capability.query.js';
import { ShowWalletHandler } from './use-cases/show-wallet/show-wallet.query.js';
import { WalletsController } from './use-cases/show-wallet/wallets.controller.js';

/** RLUSD trust lines: their state, what they allow, and how their owners open them. */
@Module({
  imports: [IdentityModule, PlatformAccountsModule],
  controllers: [TrustStatusController, TrustLineController, WalletsController],
  providers: [
    ShowTrustStatusHandler,
    ValidateCapabilityHandler,
    CreateTrustLineHandler,
    FollowTrustLineHandler,
    ShowWalletHandler,
    FundDemoWalletHandler,
  ],
})
export class TrustLinesModule implements OnModuleInit {
  constructor(private readonly courier: CourierService) {}

  onModuleInit(): void {
    this.courier.carry(trustLineOwner);
  }
}
