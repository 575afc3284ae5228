import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReconciliationView } from '@tknest/contracts/api';
import { ReconciliationReport } from './reconciliation-report.js';

/** Books and ledger: the progress of both comparisons, the findings, and everybody's holdings. */
export class ShowReconciliation extends Query<ReconciliationView> {
  /** @param fresh whether balances must be read now, as after a comparison; otherwise recent ones are enough */
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
