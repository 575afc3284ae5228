import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { ListingsModule } from '#features/listings/module.public.js';
import { PayoutsModule } from '#features/payouts/module.public.js';
import { ProposalKinds, ProposalsModule } from '#features/proposals/module.public.js';
import { ScreeningModule } from '#features/screening/module.public.js';
import { CaseFile } from './case-file.js';
import { CaseFinder } from './case-finder.js';
import { Looks } from './looks.js';
import { Officers } from './officers.js';
import { NameSearch } from './name-search.js';
import { ConsequencesProcess } from './processes/consequences.process.js';
import { NameSearchProcess } from './processes/name-search.process.js';
import { WalletScreeningProcess } from './processes/wallet-screening.process.js';
import { ComplianceCaseRecord, ScreenedPerson } from './read-models/compliance-cases/compliance-case.entities.js';
import { complianceCasesProjection } from './read-models/compliance-cases/compliance-cases.projection.js';
import { Rescreening } from './rescreening/rescreening.js';
import { UnscreenedDecisions } from './rescreening/unscreened-decisions.js';
import { DecideComplianceCaseHandler } from './use-cases/decide-case/decide-case.command.js';
import { AssignComplianceCaseHandler, NoteComplianceCaseHandler } from './use-cases/decide-case/keep-case.command.js';
import { ErasePersonController } from './use-cases/erase-person/erase-person.controller.js';
import { ErasureAct } from './use-cases/erase-person/erasure.act.js';
import { ExportCaseFileController } from './use-cases/export-case/export-case.controller.js';
import { ExportCaseFileHandler } from './use-cases/export-case/export-case.query.js';
import { LinkWalletsHandler } from './use-cases/decide-case/link-wallets.command.js';
import { DecideComplianceCaseController } from './use-cases/decide-case/decide-case.controller.js';
import { ComplianceCasesController } from './use-cases/list-cases/compliance-cases.controller.js';
import { CountComplianceCasesHandler } from './use-cases/list-cases/count-cases.query.js';
import { ListComplianceCasesHandler } from './use-cases/list-cases/list-cases.query.js';
import { RevealFieldHandler } from './use-cases/reveal-field/reveal-field.command.js';
import { RevealFieldController } from './use-cases/reveal-field/reveal-field.controller.js';
import { ScreenNameController } from './use-cases/screen-name/screen-name.controller.js';
import { ScreenNameHandler } from './use-cases/screen-name/screen-name.query.js';
import { AnswerCaseHandler } from './use-cases/own-cases/answer-case.command.js';
import { OwnCasesController } from './use-cases/own-cases/own-cases.controller.js';
import { ListOwnCasesHandler } from './use-cases/own-cases/own-cases.query.js';
import { OpenCaseDocumentHandler } from './use-cases/show-case/open-case-document.query.js';
import { RelatedWallets } from './use-cases/show-case/related-wallets.js';
import { ShowComplianceCaseController } from './use-cases/show-case/show-case.controller.js';
import { ShowComplianceCaseHandler } from './use-cases/show-case/show-case.query.js';

/** The compliance desk: officers' decisions about people, and their consequences. */
@Module({
  imports: [
    IdentityModule,
    ListingsModule,
    PayoutsModule,
    ProposalsModule,
    ScreeningModule,
    TypeOrmModule.forFeature([ComplianceCaseRecord, ScreenedPerson]),
  ],
  controllers: [
    ComplianceCasesController,
    ShowComplianceCaseController,
    ExportCaseFileController,
    DecideComplianceCaseController,
    OwnCasesController,
    RevealFieldController,
    ScreenNameController,
    ErasePersonController,
  ],
  providers: [
    CaseFile,
    CaseFinder,
    Looks,
    Officers,
    Rescreening,
    UnscreenedDecisions,
    ConsequencesProcess,
    NameSearch,
    NameSearchProcess,
    WalletScreeningProcess,
    RelatedWallets,
    CountComplianceCasesHandler,
    LinkWalletsHandler,
    AssignComplianceCaseHandler,
    NoteComplianceCaseHandler,
    ListComplianceCasesHandler,
    ShowComplianceCaseHandler,
    ExportCaseFileHandler,
    OpenCaseDocumentHandler,
    DecideComplianceCaseHandler,
    ListOwnCasesHandler,
    AnswerCaseHandler,
    RevealFieldHandler,
    ScreenNameHandler,
    ErasureAct,
  ],
  exports: [Rescreening],
})
export class ComplianceModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly consequences: ConsequencesProcess,
    private readonly nameSearch: NameSearchProcess,
    private readonly walletScreening: WalletScreeningProcess,
    private readonly kinds: ProposalKinds,
    private readonly erasure: ErasureAct,
  ) {}

  onModuleInit(): void {
    this.projections.register(complianceCasesProjection);
    this.processes.register(this.consequences);
    this.processes.register(this.nameSearch);
    this.processes.register(this.walletScreening);
    this.kinds.register(this.erasure);
  }
}
