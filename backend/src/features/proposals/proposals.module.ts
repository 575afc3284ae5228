import { Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import { AdminPersons } from './admin-persons.js';
import { Approvals } from './approvals.js';
import { ProposalKinds } from './proposal-kinds.js';
import { DailyCaps } from './daily-caps.js';
import { ProposalTurns } from './proposal-turns.js';
import { ProposalSteps } from './proposal-steps.js';
import { ProposalsProcess } from './proposals.process.js';
import { Proposal } from './read-models/proposals/proposal.entity.js';
import { proposalsProjection } from './read-models/proposals/proposals.projection.js';
import { SignatureAsking } from './signature-asking.js';
import { Signatures } from './signatures.js';
import { TwoPeople } from './two-people.js';
import { ApproveProposalHandler, EndProposalHandler } from './use-cases/decide/decide-proposal.command.js';
import { ProposalsController } from './use-cases/show/proposals.controller.js';
import { ListProposalsHandler } from './use-cases/show/proposals.query.js';

/** Acts that take two people: one proposes, another approves, each with a signature. */
@Module({
  imports: [TypeOrmModule.forFeature([Proposal]), IdentityModule],
  controllers: [ProposalsController],
  providers: [
    AdminPersons,
    Approvals,
    ProposalKinds,
    ProposalSteps,
    ProposalTurns,
    DailyCaps,
    ProposalsProcess,
    SignatureAsking,
    Signatures,
    TwoPeople,
    ListProposalsHandler,
    ApproveProposalHandler,
    EndProposalHandler,
  ],
  exports: [TwoPeople, ProposalKinds, AdminPersons, Approvals],
})
export class ProposalsModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly process: ProposalsProcess,
    private readonly persons: AdminPersons,
  ) {}

  onModuleInit(): void {
    this.projections.register(proposalsProjection);
    this.processes.register(this.process);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.persons.list();
  }
}
