import { Module, type OnModuleInit } from '@nestjs/common';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { PaymentsModule } from '../payments/payments.public.js';
import { TokensModule } from '../tokens/tokens.public.js';
import { Findings } from './findings.js';
import { LedgerReader } from './ledger-reader.js';
import { LogReader } from './log-reader.js';
import { legHashesProjection } from './read-models/leg-hashes/leg-hashes.projection.js';
import { Reconciler } from './reconciler.js';
import { ReconciliationController } from './use-cases/show-reconciliation/reconciliation.controller.js';
import { ReconciliationReport } from './use-cases/show-reconciliation/reconciliation-report.js';

@Module({
  imports: [TokensModule, PaymentsModule],
  controllers: [ReconciliationController],
  providers: [LedgerReader, LogReader, Findings, Reconciler, ReconciliationReport],
})
export class ReconciliationModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(legHashesProjection);
  }
}
