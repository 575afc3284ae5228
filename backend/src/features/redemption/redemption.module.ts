import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { MaturityProcess } from './processes/maturity.process.js';
import { TokenRedemption } from './read-models/redemptions/token-redemption.entity.js';
import { tokenRedemptionsProjection } from './read-models/redemptions/token-redemptions.projection.js';
import { redemptionOwner } from './order.js';

/** Redeems tokens: once a loan is paid off and all rent shares are paid, they are clawed back on the ledger. */
@Module({
  imports: [PlatformAccountsModule, TypeOrmModule.forFeature([TokenRedemption])],
  providers: [MaturityProcess],
})
export class RedemptionModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly maturity: MaturityProcess,
    private readonly courier: CourierService,
  ) {}

  onModuleInit(): void {
    this.projections.register(tokenRedemptionsProjection);
    this.courier.carry(redemptionOwner);
    this.processes.register(this.maturity);
  }
}
