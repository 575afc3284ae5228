import { Module, type OnModuleInit } from '@nestjs/common';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { IdentityModule } from '../identity/identity.public.js';
import { PaymentsModule } from '../payments/payments.public.js';
import { Marketplace } from './marketplace.js';
import { participationProjection } from './read-models/participation/participation.projection.js';
import { PurchaseController } from './use-cases/purchase/purchase.controller.js';
import { TransactionsController } from './use-cases/show-participations/transactions.controller.js';

@Module({
  imports: [IdentityModule, PaymentsModule],
  controllers: [PurchaseController, TransactionsController],
  providers: [Marketplace],
})
export class InvestmentsModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(participationProjection);
  }
}
