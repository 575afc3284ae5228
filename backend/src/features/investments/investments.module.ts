import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { PaymentsModule } from '#features/payments/module.public.js';
import { PositionReader } from './portfolio/position-reader.js';
import { Marketplace } from './marketplace.js';
import { Participation, PropertyName } from './read-models/participation/participation.entities.js';
import { participationProjection } from './read-models/participation/participation.projection.js';
import { PurchaseController } from './use-cases/purchase/purchase.controller.js';
import { Participations } from './use-cases/show-participations/participation-query.js';
import {
  ExportParticipationsHandler,
  ListParticipationsHandler,
} from './use-cases/show-participations/participations.query.js';
import { TransactionsController } from './use-cases/show-participations/transactions.controller.js';
import { PortfolioController } from './use-cases/show-portfolio/portfolio.controller.js';
import { ExportPortfolioHandler, ShowPortfolioHandler } from './use-cases/show-portfolio/show-portfolio.query.js';

@Module({
  imports: [IdentityModule, PaymentsModule, TypeOrmModule.forFeature([Participation, PropertyName])],
  controllers: [PurchaseController, TransactionsController, PortfolioController],
  providers: [
    Marketplace,
    Participations,
    ListParticipationsHandler,
    ExportParticipationsHandler,
    PositionReader,
    ShowPortfolioHandler,
    ExportPortfolioHandler,
  ],
})
export class InvestmentsModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(participationProjection);
  }
}
