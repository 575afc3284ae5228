import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '../../platform/processes/process-registry.js';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { IdentityModule } from '../identity/identity.public.js';
import { TokensModule } from '../tokens/tokens.public.js';
import { LoanReader } from './loan-reader.js';
import { LoanOpeningProcess } from './processes/opening/loan-opening.process.js';
import { LoanRow, Sale } from './read-models/loans/loan.entities.js';
import { loansProjection } from './read-models/loans/loans.projection.js';
import { DepositHandler } from './use-cases/deposit/deposit.command.js';
import { DepositController } from './use-cases/deposit/deposit.controller.js';
import { OpenLoanHandler } from './use-cases/open-loan/open-loan.command.js';
import { RepayHandler } from './use-cases/repay/repay.command.js';
import { RepayController } from './use-cases/repay/repay.controller.js';
import { LoanController } from './use-cases/show-loan/loan.controller.js';
import { ShowLoanHandler } from './use-cases/show-loan/show-loan.query.js';

@Module({
  imports: [IdentityModule, TokensModule, TypeOrmModule.forFeature([LoanRow, Sale])],
  controllers: [LoanController, RepayController, DepositController],
  providers: [LoanReader, LoanOpeningProcess, OpenLoanHandler, ShowLoanHandler, RepayHandler, DepositHandler],
})
export class LoansModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly opening: LoanOpeningProcess,
  ) {}

  onModuleInit(): void {
    this.projections.register(loansProjection);
    this.processes.register(this.opening);
  }
}
