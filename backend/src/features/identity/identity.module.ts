import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { ScreeningModule } from '../screening/screening.public.js';
import { KycStanding } from './kyc-standing.js';
import { Persons } from './persons.js';
import { KycDocument, Person } from './read-models/person/person.entities.js';
import { personProjection } from './read-models/person/person.projection.js';
import { RevokeVerificationHandler } from './use-cases/revoke-verification/revoke-verification.command.js';
import { DocumentsController } from './use-cases/show-documents/documents.controller.js';
import { ListDocumentsHandler } from './use-cases/show-documents/list-documents.query.js';
import { OpenDocumentHandler } from './use-cases/show-documents/open-document.query.js';
import { ShowStandingHandler } from './use-cases/show-standing/show-standing.query.js';
import { WalletBrakesController } from './use-cases/show-standing/wallet-brakes.controller.js';
import { KycStatusController } from './use-cases/show-status/kyc-status.controller.js';
import { ShowStatusHandler } from './use-cases/show-status/show-status.query.js';
import { SubmitApplicationHandler } from './use-cases/submit-application/submit-application.command.js';
import { SubmitApplicationController } from './use-cases/submit-application/submit-application.controller.js';
import { SuspendWalletHandler } from './use-cases/suspend-wallet/suspend-wallet.command.js';

@Module({
  imports: [ScreeningModule, TypeOrmModule.forFeature([Person, KycDocument])],
  controllers: [SubmitApplicationController, KycStatusController, DocumentsController, WalletBrakesController],
  providers: [
    KycStanding,
    Persons,
    SubmitApplicationHandler,
    SuspendWalletHandler,
    RevokeVerificationHandler,
    ListDocumentsHandler,
    OpenDocumentHandler,
    ShowStatusHandler,
    ShowStandingHandler,
  ],
  exports: [KycStanding],
})
export class IdentityModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(personProjection);
  }
}
