import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ActivityQuery, ActivityView } from '@tknest/contracts/api';
import type { Session } from '../../../../platform/http/access.js';
import { limitOf, seqOf, type PageOf } from '../../../../platform/http/paging.js';
import { BYTE_ORDER_MARK, csvRow } from '../../../../platform/http/csv.js';
import { filterOf, Movements, viewOf, type MovementFilter } from './movement-query.js';

const CSV_COLUMNS = [
  'Date',
  'Type',
  'Direction',
  'Property',
  'Amount (RLUSD)',
  'Platform fee (RLUSD)',
  'Tokens',
  'Counterparty',
  'Status',
  'Transaction hash',
  'Receipt',
] as const;
const CSV_PAGE = 2_000;

/** What moved a wallet's money or tokens, newest first, a page at a time. */
export class ListActivity extends Query<PageOf<ActivityView>> {
  constructor(
    readonly session: Session,
    readonly asked: ActivityQuery,
  ) {
    super();
  }
}

@QueryHandler(ListActivity)
export class ListActivityHandler implements IQueryHandler<ListActivity> {
  constructor(private readonly movements: Movements) {}

  /** @throws Refused for a wallet that is not the session's to see */
  async execute({ session, asked }: ListActivity): Promise<PageOf<ActivityView>> {
    const limit = limitOf(asked.limit);
    const filter = filterOf(session, asked);
    const rows = await this.movements.page(filter, seqOf(asked.cursor), limit + 1);
    return {
      rows: rows.slice(0, limit).map((row) => viewOf(row, filter.unmasked)),
      next: rows.length > limit ? rows[limit - 1]!.seq : null,
    };
  }
}

/** The same rows as CSV, whatever their number, made while they are taken. */
export class ExportActivity extends Query<AsyncIterable<string>> {
  constructor(
    readonly session: Session,
    readonly asked: ActivityQuery,
  ) {
    super();
  }
}

@QueryHandler(ExportActivity)
export class ExportActivityHandler implements IQueryHandler<ExportActivity> {
  constructor(private readonly movements: Movements) {}

  /** @throws Refused for a wallet that is not the session's to see */
  async execute({ session, asked }: ExportActivity): Promise<AsyncIterable<string>> {
    return this.csv(filterOf(session, asked));
  }

  private async *csv(filter: MovementFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(CSV_COLUMNS);
    for (let before = seqOf(undefined), full = true; full;) {
      const rows = await this.movements.page(filter, before, CSV_PAGE);
      yield rows.map((row) => csvRowOf(viewOf(row, filter.unmasked))).join('');
      full = rows.length === CSV_PAGE;
      before = rows.at(-1)?.seq ?? before;
    }
  }
}

const csvRowOf = (row: ActivityView) =>
  csvRow([
    row.at,
    row.type,
    row.direction,
    row.property?.name ?? '',
    row.amount ?? '',
    row.fee ?? '',
    row.tokens === null ? '' : String(row.tokens),
    row.counterparty ?? '',
    row.status,
    row.txHash ?? '',
    row.receipt ?? '',
  ]);
