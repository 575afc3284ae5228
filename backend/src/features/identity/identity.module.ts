import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { KycStanding } from './kyc-standing.js';
import { KycDocument, Person } from './read-models/person/person.entities.js';
import { personProjection } from './read-models/person/person.projection.js';
import { Screener } from './screening/screener.js';
import { ScreenNameController } from './use-cases/screen-name/screen-name.controller.js';
import { DocumentsController } from './use-cases/show-documents/documents.controller.js';
import { KycStatusController } from './use-cases/show-status/kyc-status.controller.js';
import { SubmitApplicationHandler } from './use-cases/submit-application/submit-application.command.js';
import { SubmitApplicationController } from './use-cases/submit-application/submit-application.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Person, KycDocument])],
  controllers: [SubmitApplicationController, ScreenNameController, KycStatusController, DocumentsController],
  providers: [KycStanding, Screener, SubmitApplicationHandler],
  exports: [KycStanding],
})
export class IdentityModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(personProjection);
  }
}
