import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { TransparencyModule } from '#features/transparency/module.public.js';
import { BooksAt } from './books/books-at.js';
import { ChainWatch } from './chain-watch.js';
import { ChainWatchJob } from './processes/chain-watch.job.js';
import { ManifestSigner } from './processes/manifest-signer.js';
import { logPartiesProjection, LogParty } from './read-models/parties/log-parties.projection.js';
import { timelineProjection } from './read-models/timeline/timeline.projection.js';
import { LogMinute } from './read-models/timeline/log-minute.entity.js';
import { AuditController } from './use-cases/read-log/audit.controller.js';
import { ExportEventsHandler, ExportLogHandler, ReadEventsHandler } from './use-cases/read-log/events.query.js';
import { MakeManifestHandler } from './use-cases/read-log/manifest.query.js';
import { ListReadModelsHandler } from './use-cases/rebuild-read-models/read-models.query.js';
import { RebuildReadModelsHandler } from './use-cases/rebuild-read-models/rebuild.command.js';
import { ShowBooksHandler } from './use-cases/replay/books.query.js';
import { ShowTimelineHandler } from './use-cases/replay/timeline.query.js';
import { ReadModelsController } from './use-cases/rebuild-read-models/read-models.controller.js';
import { ReplayController } from './use-cases/replay/replay.controller.js';
import { Timeline } from './use-cases/replay/timeline.js';
import { RecordVerifier } from './use-cases/verify-record/record-verifier.js';
import { VerificationController } from './use-cases/verify-record/verification.controller.js';

@Module({
  imports: [TransparencyModule, TypeOrmModule.forFeature([LogMinute, LogParty])],
  controllers: [AuditController, ReadModelsController, ReplayController, VerificationController],
  providers: [
    BooksAt,
    ChainWatch,
    ChainWatchJob,
    ManifestSigner,
    RecordVerifier,
    Timeline,
    ReadEventsHandler,
    ExportEventsHandler,
    ExportLogHandler,
    MakeManifestHandler,
    ShowBooksHandler,
    ShowTimelineHandler,
    ListReadModelsHandler,
    RebuildReadModelsHandler,
  ],
  exports: [RecordVerifier],
})
export class AuditModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(timelineProjection);
    this.projections.register(logPartiesProjection);
  }
}
