import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { ScreeningModule } from '#features/screening/module.public.js';
import { Addresses } from './addresses.js';
import { Decisions } from './decisions.js';
import { DocumentScanner } from './documents/document-scanner.js';
import { QuarantineJob } from './documents/quarantine.job.js';
import { DocumentDesk } from './documents/take-document.js';
import { Dossier } from './dossier.js';
import { DueErasures } from './erasure/due-erasures.js';
import { ErasureJob } from './erasure/erasure.job.js';
import { Eraser } from './erasure/eraser.js';
import { LegalHolds } from './erasure/legal-holds.js';
import { TombstoneReplay } from './erasure/tombstone-replay.js';
import { Tombstones } from './erasure/tombstones.js';
import { InvestorProfiles } from './investor-profiles.js';
import { KycStanding } from './kyc-standing.js';
import { ToldStanding } from './told-standing.js';
import { PersonWallets } from './person-wallets.js';
import { Persons } from './persons.js';
import { DecideAgainProcess } from './processes/decide-again.process.js';
import { ExpiryNotices } from './processes/expiry-notices.job.js';
import { ForgetErasedProcess } from './processes/forget-erased.process.js';
import { Residences } from './residences.js';
import { PersonaGateway } from './providers/persona.js';
import { GATEWAYS, type Gateways } from './providers/provider.js';
import { SumsubGateway } from './providers/sumsub.js';
import { KycDocument, Person } from './read-models/person/person.entities.js';
import { personProjection } from './read-models/person/person.projection.js';
import { Erasure, Verification } from './read-models/verification/verification.entity.js';
import { verificationProjection } from './read-models/verification/verification.projection.js';
import { AskForErasureHandler, StopErasureHandler } from './use-cases/erase-person/ask-for-erasure.command.js';
import { ErasePersonHandler } from './use-cases/erase-person/erase-person.command.js';
import { ErasuresController } from './use-cases/erase-person/erasures.controller.js';
import { ListErasuresHandler } from './use-cases/erase-person/list-erasures.query.js';
import { OpenRetainedDocumentHandler, ShowRetainedHandler } from './use-cases/erase-person/show-retained.command.js';
import { FollowVerificationHandler } from './use-cases/follow-verification/follow-verification.command.js';
import { VerificationReconciler } from './use-cases/follow-verification/verification-reconciler.job.js';
import { ProviderWebhooksController } from './use-cases/receive-webhook/provider-webhooks.controller.js';
import { RevokeVerificationHandler } from './use-cases/revoke-verification/revoke-verification.command.js';
import { DocumentsController } from './use-cases/show-documents/documents.controller.js';
import { ConsentsController } from './use-cases/show-consents/consents.controller.js';
import { OwnConsentsHandler } from './use-cases/show-consents/own-consents.query.js';
import { ListDocumentsHandler } from './use-cases/show-documents/list-documents.query.js';
import { OpenDocumentHandler } from './use-cases/show-documents/open-document.query.js';
import { ShowUsedControlsHandler } from './use-cases/show-standing/show-used-controls.query.js';
import { ShowStandingHandler } from './use-cases/show-standing/show-standing.query.js';
import { AccountControlsController } from './use-cases/show-standing/account-controls.controller.js';
import { KycStatusController } from './use-cases/show-status/kyc-status.controller.js';
import { ShowStatusHandler } from './use-cases/show-status/show-status.query.js';
import { StartVerificationHandler } from './use-cases/start-verification/start-verification.command.js';
import { StartVerificationController } from './use-cases/start-verification/start-verification.controller.js';
import { ApplicationFile } from './use-cases/submit-application/application-file.js';
import { SubmitApplicationHandler } from './use-cases/submit-application/submit-application.command.js';
import { SubmitApplicationController } from './use-cases/submit-application/submit-application.controller.js';
import { SuspendWalletHandler } from './use-cases/suspend-wallet/suspend-wallet.command.js';
import { TestVerificationController } from './use-cases/test-verification/test-verification.controller.js';

const gateways = ({ persona, sumsub }: Config, clock: Clock): Gateways => ({
  ...(persona && { persona: new PersonaGateway(persona) }),
  ...(sumsub && { sumsub: new SumsubGateway(sumsub, () => clock.now()) }),
});

@Module({
  imports: [ScreeningModule, TypeOrmModule.forFeature([Person, KycDocument, Verification, Erasure])],
  controllers: [
    SubmitApplicationController,
    StartVerificationController,
    TestVerificationController,
    ProviderWebhooksController,
    KycStatusController,
    DocumentsController,
    ConsentsController,
    AccountControlsController,
    ErasuresController,
  ],
  providers: [
    { provide: GATEWAYS, useFactory: gateways, inject: [CONFIG, CLOCK] },
    Addresses,
    ApplicationFile,
    Decisions,
    DecideAgainProcess,
    DocumentDesk,
    DocumentScanner,
    Dossier,
    FollowVerificationHandler,
    InvestorProfiles,
    KycStanding,
    Persons,
    Residences,
    PersonWallets,
    QuarantineJob,
    StartVerificationHandler,
    SubmitApplicationHandler,
    SuspendWalletHandler,
    RevokeVerificationHandler,
    ListDocumentsHandler,
    OwnConsentsHandler,
    OpenDocumentHandler,
    ShowStatusHandler,
    ShowUsedControlsHandler,
    ShowStandingHandler,
    VerificationReconciler,
    AskForErasureHandler,
    StopErasureHandler,
    Eraser,
    ExpiryNotices,
    ErasePersonHandler,
    DueErasures,
    ErasureJob,
    ForgetErasedProcess,
    LegalHolds,
    ListErasuresHandler,
    ShowRetainedHandler,
    OpenRetainedDocumentHandler,
    ToldStanding,
    TombstoneReplay,
    Tombstones,
  ],
  exports: [
    Addresses,
    KycStanding,
    ToldStanding,
    Dossier,
    InvestorProfiles,
    Persons,
    Residences,
    PersonWallets,
    DocumentDesk,
    DocumentScanner,
  ],
})
export class IdentityModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly decideAgain: DecideAgainProcess,
    private readonly forgetErased: ForgetErasedProcess,
  ) {}

  onModuleInit(): void {
    this.projections.register(personProjection);
    this.projections.register(verificationProjection);
    this.processes.register(this.decideAgain);
    this.processes.register(this.forgetErased);
  }
}
