import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { MarketReader } from './market-reader.js';
import { MarketRows } from './market-rows.js';
import { MarketPerson, MarketPosition, MarketProperty } from './read-models/market/market.entities.js';
import { marketProjection } from './read-models/market/market.projection.js';
import { RecommendationsController } from './use-cases/recommendations.controller.js';
import { ShowMarketHandler } from './use-cases/show-market/show-market.query.js';
import { ShowOwnFiguresHandler } from './use-cases/show-own-figures/show-own-figures.query.js';
import { ShowRecommendationsHandler } from './use-cases/show-recommendations/show-recommendations.query.js';

@Module({
  imports: [IdentityModule, TypeOrmModule.forFeature([MarketProperty, MarketPerson, MarketPosition])],
  controllers: [RecommendationsController],
  providers: [MarketReader, MarketRows, ShowMarketHandler, ShowOwnFiguresHandler, ShowRecommendationsHandler],
})
export class RecommendationsModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(marketProjection);
  }
}
