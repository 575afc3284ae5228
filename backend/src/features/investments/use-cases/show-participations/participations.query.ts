import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ParticipationsQuery, TransactionView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { csvFile } from '#platform/http/csv.js';
import { filterOf, Participations, viewOf, type ParticipationRow } from './participation-query.js';

const CSV_COLUMNS = ['Property', 'Tokens', 'Cost (RLUSD)', 'Monthly Rent Income (RLUSD)', 'Date', 'TX Hash'] as const;

/** An investor's purchases, or those of a landlord's properties, newest first, a page at a time. */
export class ListParticipations extends Query<PageOf<TransactionView>> {
  constructor(
    readonly session: Session,
    readonly asked: ParticipationsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListParticipations)
export class ListParticipationsHandler implements IQueryHandler<ListParticipations> {
  constructor(private readonly participations: Participations) {}

  async execute({ session, asked }: ListParticipations): Promise<PageOf<TransactionView>> {
    const limit = limitOf(asked.limit);
    const rows = await this.participations.page(session, filterOf(asked), seqOf(asked.cursor), limit + 1);
    return pageFrom(rows, limit, viewOf, ({ seq }) => seq);
  }
}

/** All of these rows as CSV, generated as the client reads them. */
export class ExportParticipations extends Query<AsyncIterable<string>> {
  constructor(
    readonly session: Session,
    readonly asked: ParticipationsQuery,
  ) {
    super();
  }
}

@QueryHandler(ExportParticipations)
export class ExportParticipationsHandler implements IQueryHandler<ExportParticipations> {
  constructor(private readonly participations: Participations) {}

  async execute({ session, asked }: ExportParticipations): Promise<AsyncIterable<string>> {
    const filter = filterOf(asked);
    const after = (last: ParticipationRow | undefined, limit: number) =>
      this.participations.page(session, filter, last?.seq ?? seqOf(undefined), limit);
    return csvFile(CSV_COLUMNS, after, (row) => cellsOf(viewOf(row)));
  }
}

const cellsOf = (row: TransactionView) => [
  row.propertyName,
  String(row.tokensPurchased),
  String(row.totalCost),
  String(row.estimatedMonthlyReturn),
  row.createdAt,
  row.txHash,
];
