import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule, ToldStanding } from '#features/identity/module.public.js';
import { ProposalKinds, ProposalsModule } from '#features/proposals/module.public.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { IssuanceFollower } from './issuance-follower.js';
import { issuanceOwner } from './order.js';
import { AutoIssuanceProcess } from './processes/auto-issuance.process.js';
import { TokenIssuance } from './read-models/token-issuances/token-issuance.entity.js';
import { tokenIssuancesProjection } from './read-models/token-issuances/token-issuances.projection.js';
import { AssignmentAct } from './use-cases/assign-tokens/assignment.act.js';
import { AssignTokensHandler } from './use-cases/assign-tokens/assign-tokens.command.js';
import { AssignTokensController } from './use-cases/assign-tokens/assign-tokens.controller.js';
import { AutomationAct } from './use-cases/configure-automation/automation.act.js';
import { AutomationController } from './use-cases/configure-automation/automation.controller.js';
import { ConfigureAutomationHandler } from './use-cases/configure-automation/configure-automation.command.js';
import { ShowAutomationHandler } from './use-cases/configure-automation/show-automation.query.js';
import { HandIssuanceAct } from './use-cases/issue-tokens/hand-issuance.act.js';
import { HandIssuanceCheck } from './use-cases/issue-tokens/hand-issuance-check.js';
import { IssueTokensHandler } from './use-cases/issue-tokens/issue-tokens.command.js';
import { IssueTokensController } from './use-cases/issue-tokens/issue-tokens.controller.js';
import { TrustlineUrlController } from './use-cases/make-trustline-url/trustline-url.controller.js';
import { TokenBalanceController } from './use-cases/show-balance/token-balance.controller.js';
import { ShowTokenBalanceHandler } from './use-cases/show-balance/token-balance.query.js';
import { ListIssuancesHandler } from './use-cases/show-operations/list-issuances.query.js';
import { OperationsController } from './use-cases/show-operations/operations.controller.js';
import { ShowOperationHandler } from './use-cases/show-operations/show-operation.query.js';
import { ShowRecipientHandler } from './use-cases/show-operations/show-recipient.query.js';

/** TKNEST beyond marketplace purchases: issued manually or by automation, and assigned to a register. */
@Module({
  imports: [PlatformAccountsModule, IdentityModule, ProposalsModule, TypeOrmModule.forFeature([TokenIssuance])],
  controllers: [
    IssueTokensController,
    OperationsController,
    AssignTokensController,
    AutomationController,
    TrustlineUrlController,
    TokenBalanceController,
  ],
  providers: [
    IssuanceFollower,
    AutoIssuanceProcess,
    IssueTokensHandler,
    HandIssuanceCheck,
    HandIssuanceAct,
    AssignmentAct,
    AutomationAct,
    ShowOperationHandler,
    ListIssuancesHandler,
    ShowRecipientHandler,
    AssignTokensHandler,
    ConfigureAutomationHandler,
    ShowAutomationHandler,
    ShowTokenBalanceHandler,
  ],
})
export class IssuanceModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly automation: AutoIssuanceProcess,
    private readonly courier: CourierService,
    private readonly standing: ToldStanding,
    private readonly kinds: ProposalKinds,
    private readonly byHand: HandIssuanceAct,
    private readonly assignment: AssignmentAct,
    private readonly automated: AutomationAct,
  ) {}

  onModuleInit(): void {
    this.projections.register(tokenIssuancesProjection);
    const isVerifiedNow = (wallet: string) => this.standing.isVerified(wallet, 'any');
    this.courier.carry((ports) => issuanceOwner({ ...ports, isVerified: isVerifiedNow }));
    this.processes.register(this.automation);
    this.kinds.register(this.byHand);
    this.kinds.register(this.assignment);
    this.kinds.register(this.automated);
  }
}
