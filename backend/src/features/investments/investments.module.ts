import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { PaymentsModule } from '#features/payments/module.public.js';
import { PositionReader } from './portfolio/position-reader.js';
import { Marketplace } from './marketplace.js';
import { Purchase, PropertyName } from './read-models/purchase/purchase.entities.js';
import { purchaseProjection } from './read-models/purchase/purchase.projection.js';
import { PurchaseController } from './use-cases/purchase/purchase.controller.js';
import { Purchases } from './use-cases/show-purchases/purchase-query.js';
import { ExportPurchasesHandler, ListPurchasesHandler } from './use-cases/show-purchases/purchases.query.js';
import { TransactionsController } from './use-cases/show-purchases/transactions.controller.js';
import { PortfolioController } from './use-cases/show-portfolio/portfolio.controller.js';
import { ExportPortfolioHandler, ShowPortfolioHandler } from './use-cases/show-portfolio/show-portfolio.query.js';

@Module({
  imports: [IdentityModule, PaymentsModule, TypeOrmModule.forFeature([Purchase, PropertyName])],
  controllers: [PurchaseController, TransactionsController, PortfolioController],
  providers: [
    Marketplace,
    Purchases,
    ListPurchasesHandler,
    ExportPurchasesHandler,
    PositionReader,
    ShowPortfolioHandler,
    ExportPortfolioHandler,
  ],
})
export class InvestmentsModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(purchaseProjection);
  }
}
