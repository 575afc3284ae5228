import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProposalKinds, ProposalsModule } from '#features/proposals/module.public.js';
import { CaseAnswersProcess } from './case-answers.process.js';
import { Case } from './read-models/cases/case.entity.js';
import { casesProjection } from './read-models/cases/cases.projection.js';
import { CountOpenCasesHandler } from './use-cases/count-cases/count-open-cases.query.js';
import { OpenCasesMetric } from './use-cases/count-cases/open-cases.metric.js';
import { CaseAnswerAct } from './use-cases/resolve-case/case-answer.act.js';
import { ResolveCaseHandler } from './use-cases/resolve-case/resolve-case.command.js';
import { ResolveCaseController } from './use-cases/resolve-case/resolve-case.controller.js';
import { ShownCases } from './use-cases/show-cases/shown-cases.js';
import { CasesController } from './use-cases/show-cases/cases.controller.js';
import { ListCasesHandler, ShowCaseHandler } from './use-cases/show-cases/cases.query.js';

/** Operational cases of all features. */
@Module({
  imports: [TypeOrmModule.forFeature([Case]), ProposalsModule],
  controllers: [CasesController, ResolveCaseController],
  providers: [
    ListCasesHandler,
    ShowCaseHandler,
    CountOpenCasesHandler,
    ResolveCaseHandler,
    CaseAnswerAct,
    CaseAnswersProcess,
    ShownCases,
    OpenCasesMetric,
  ],
})
export class OperationsCasesModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly kinds: ProposalKinds,
    private readonly answer: CaseAnswerAct,
    private readonly processes: ProcessRegistry,
    private readonly answers: CaseAnswersProcess,
  ) {}

  onModuleInit(): void {
    this.projections.register(casesProjection);
    this.kinds.register(this.answer);
    this.processes.register(this.answers);
  }
}
