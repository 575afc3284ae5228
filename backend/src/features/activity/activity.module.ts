import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import {
  Movement,
  MovementAccount,
  MovementHolding,
  MovementProperty,
  MovementRun,
} from './read-models/movements/movement.entities.js';
import { movementsProjection } from './read-models/movements/movements.projection.js';
import { ActivityController } from './use-cases/show-activity/activity.controller.js';
import { ExportActivityHandler, ListActivityHandler } from './use-cases/show-activity/activity.query.js';
import { Movements } from './use-cases/show-activity/movement-query.js';

/** Movements of a wallet's money and tokens: the activity list, and the data for statements. */
@Module({
  imports: [TypeOrmModule.forFeature([Movement, MovementRun, MovementProperty, MovementAccount, MovementHolding])],
  controllers: [ActivityController],
  providers: [Movements, ListActivityHandler, ExportActivityHandler],
})
export class ActivityModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(movementsProjection);
  }
}
