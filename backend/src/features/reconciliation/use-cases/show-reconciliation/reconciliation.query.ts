import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReconciliationView } from '@tknest/contracts/api';
import { ReconciliationReport } from './reconciliation-report.js';

/** Books beside ledger: how far each was compared with the other, what was found, and what everybody holds. */
export class ShowReconciliation extends Query<ReconciliationView> {
  /** @param fresh whether balances must be read now, as after a comparison; otherwise a moment ago will do */
  constructor(readonly fresh: boolean) {
    super();
  }
}

@QueryHandler(ShowReconciliation)
export class ShowReconciliationHandler implements IQueryHandler<ShowReconciliation> {
  constructor(private readonly report: ReconciliationReport) {}

  execute({ fresh }: ShowReconciliation): Promise<ReconciliationView> {
    return this.report.view(fresh);
  }
}
