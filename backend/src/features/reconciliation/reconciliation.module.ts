import { Module, type OnModuleInit } from '@nestjs/common';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { TokensModule } from '../tokens/tokens.public.js';
import { LedgerReader } from './ledger-reader.js';
import { legHashesProjection } from './read-models/leg-hashes/leg-hashes.projection.js';
import { Reconciler } from './reconciler.js';
import { ReconciliationController } from './use-cases/show-reconciliation/reconciliation.controller.js';

@Module({ imports: [TokensModule], controllers: [ReconciliationController], providers: [LedgerReader, Reconciler] })
export class ReconciliationModule implements OnModuleInit {
  constructor(private readonly projections: ProjectionRegistry) {}

  onModuleInit(): void {
    this.projections.register(legHashesProjection);
  }
}
