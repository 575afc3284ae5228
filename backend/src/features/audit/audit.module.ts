import { Module, type OnModuleInit } from '@nestjs/common';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { BooksAt } from './books/books-at.js';
import { timelineProjection } from './read-models/timeline/timeline.projection.js';
import { AuditController } from './use-cases/read-log/audit.controller.js';
import { ReadModelsController } from './use-cases/rebuild-read-models/read-models.controller.js';
import { ReplayController } from './use-cases/replay/replay.controller.js';
import { Timeline } from './use-cases/replay/timeline.js';
import { VerificationController } from './use-cases/verify-record/verification.controller.js';

@Module({
  controllers: [AuditController, ReadModelsController, ReplayController, VerificationController],
  providers: [BooksAt, Timeline],
})
export class AuditModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(timelineProjection);
  }
}
