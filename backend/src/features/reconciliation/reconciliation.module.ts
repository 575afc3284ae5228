import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { PaymentsModule } from '#features/payments/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { Cursors } from './cursors.js';
import { Findings } from './findings.js';
import { HistoryWatch } from './history-watch.js';
import { LedgerReader } from './ledger-reader.js';
import { LogReader } from './log-reader.js';
import { LegHash, MovedHash, Reconciled, ReconciledLog } from './read-models/leg-hashes/leg-hashes.entities.js';
import { legHashesProjection } from './read-models/leg-hashes/leg-hashes.projection.js';
import { Reconciler } from './reconciler.js';
import { CompareBooksHandler } from './use-cases/compare-books/compare-books.command.js';
import { ReconciliationController } from './use-cases/show-reconciliation/reconciliation.controller.js';
import { ShowReconciliationHandler } from './use-cases/show-reconciliation/reconciliation.query.js';
import { ReconciliationReport } from './use-cases/show-reconciliation/reconciliation-report.js';

@Module({
  imports: [
    PlatformAccountsModule,
    PaymentsModule,
    TypeOrmModule.forFeature([LegHash, MovedHash, Reconciled, ReconciledLog]),
  ],
  controllers: [ReconciliationController],
  providers: [
    LedgerReader,
    LogReader,
    Findings,
    Cursors,
    Reconciler,
    HistoryWatch,
    ReconciliationReport,
    CompareBooksHandler,
    ShowReconciliationHandler,
  ],
})
export class ReconciliationModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(legHashesProjection);
  }
}
