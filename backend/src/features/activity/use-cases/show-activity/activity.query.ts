import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ActivityQuery, ActivityView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { SessionQuery } from '#platform/sessions/of-session.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { filterOf, Movements, viewOf, type MovementRow } from './movement-query.js';

const CSV_COLUMNS: Columns<ActivityView> = {
  Date: ({ date }) => date,
  Recorded: ({ at }) => at,
  Type: ({ type }) => type,
  Direction: ({ direction }) => direction,
  Property: ({ property }) => property && propertyName(property),
  'Amount (RLUSD)': ({ amount }) => amount,
  'Platform fee (RLUSD)': ({ fee }) => fee,
  Tokens: ({ tokens }) => tokens,
  Counterparty: ({ counterparty }) => counterparty,
  Status: ({ status }) => status,
  'TX Hash': ({ txHash }) => txHash,
  Receipt: ({ receipt }) => receipt,
};

/** Movements of a wallet's money and tokens, newest first, a page at a time. */
export class ListActivity extends SessionQuery<ActivityQuery, PageOf<ActivityView>> {}

@QueryHandler(ListActivity)
export class ListActivityHandler implements IQueryHandler<ListActivity> {
  constructor(private readonly movements: Movements) {}

  /** @throws Refused for a wallet that the session may not see */
  async execute({ session, asked }: ListActivity): Promise<PageOf<ActivityView>> {
    const limit = limitOf(asked.limit);
    const filter = filterOf(session, asked);
    const rows = await this.movements.page(filter, seqOf(asked.cursor), limit + 1);
    return pageFrom(
      rows,
      limit,
      (row) => viewOf(row, filter.unmasked),
      ({ seq }) => seq,
    );
  }
}

/** All of these rows as CSV, generated as the client reads them. */
export class ExportActivity extends SessionQuery<ActivityQuery, AsyncIterable<string>> {}

@QueryHandler(ExportActivity)
export class ExportActivityHandler implements IQueryHandler<ExportActivity> {
  constructor(private readonly movements: Movements) {}

  /** @throws Refused for a wallet that the session may not see */
  async execute({ session, asked }: ExportActivity): Promise<AsyncIterable<string>> {
    const filter = filterOf(session, asked);
    const after = (last: MovementRow | undefined, limit: number) =>
      this.movements.page(filter, last?.seq ?? seqOf(undefined), limit);
    return csvFile(CSV_COLUMNS, after, (row) => viewOf(row, filter.unmasked));
  }
}
