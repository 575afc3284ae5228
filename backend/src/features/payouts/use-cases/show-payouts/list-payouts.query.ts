import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PayoutsQuery, PayoutView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { DataSource } from 'typeorm';
import { SessionQuery } from '#platform/sessions/of-session.js';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { payoutView, RUN, viewer, VISIBLE, type PayoutRow } from './payout-row.js';

/** Runs, newest first: all runs for the office; for others, runs with a line of theirs or for their own properties. */
export class ListPayouts extends SessionQuery<PayoutsQuery, PageOf<PayoutView>> {}

/** All of these rows as CSV. */
export class ExportPayouts extends SessionQuery<PayoutsQuery, AsyncIterable<string>> {}

const ROWS = `select ${RUN}
  from payouts p left join property_names n on n.property_id = p.property_id
  where ${VISIBLE} and ($3::int is null or p.property_id = $3)
    and ($4::text is null or strpos(lower(n.name), lower($4)) > 0 or p.id = $4)
    and ($5::text is null or p.status = $5) and ($6::text is null or p.date >= $6) and ($7::text is null or p.date <= $7)`;
const PAGE = `${ROWS} and p.seq < $8 order by p.seq desc limit $9`;
const filterOf = ({ propertyId, search, status, from, to }: PayoutsQuery) => [
  propertyId ? Number(propertyId) : null,
  search?.trim() || null,
  status && status !== 'all' ? status : null,
  from || null,
  to || null,
];

@QueryHandler(ListPayouts)
export class ListPayoutsHandler implements IQueryHandler<ListPayouts> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session, asked }: ListPayouts): Promise<PageOf<PayoutView>> {
    const limit = limitOf(asked.limit);
    const rows: PayoutRow[] = await this.db.query(PAGE, [
      ...viewer(session),
      ...filterOf(asked),
      seqOf(asked.cursor),
      limit + 1,
    ]);
    return pageFrom(
      rows,
      limit,
      (row) => payoutView(row, session),
      ({ seq }) => String(seq),
    );
  }
}

const CSV_COLUMNS: Columns<PayoutView> = {
  Run: ({ id }) => id,
  Status: ({ status }) => status,
  Property: ({ propertyId: id, propertyName: name }) => (id === null ? null : propertyName({ id, name })),
  Period: ({ period }) => period,
  Source: ({ source }) => source,
  'Amount with fee (RLUSD)': ({ amount }) => amount,
  'Fee (RLUSD)': ({ fee }) => fee,
  'Paid (RLUSD)': ({ paid }) => paid,
  Wallets: ({ lines }) => lines,
  'Wallets paid': ({ settled }) => settled,
  'Wallets unclaimed': ({ unclaimed }) => unclaimed,
  Date: ({ date }) => date,
};

@QueryHandler(ExportPayouts)
export class ExportPayoutsHandler implements IQueryHandler<ExportPayouts> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session, asked }: ExportPayouts): Promise<AsyncIterable<string>> {
    const after = (last: PayoutRow | undefined, limit: number): Promise<PayoutRow[]> =>
      this.db.query(PAGE, [...viewer(session), ...filterOf(asked), last?.seq ?? seqOf(undefined), limit]);
    return csvFile(CSV_COLUMNS, after, (row) => payoutView(row, session));
  }
}
