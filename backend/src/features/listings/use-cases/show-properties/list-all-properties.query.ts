import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminPropertyView, AllPropertiesQuery } from '@tknest/contracts/api';
import type { PROPERTY_ORDERS } from '@tknest/contracts/rules';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { chosen, pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';

/** Every property as the office sees it, newest first unless another order is requested. */
export class ListAllProperties extends Query<PageOf<AdminPropertyView>> {
  constructor(readonly asked: AllPropertiesQuery) {
    super();
  }
}

/** All of these rows as CSV, newest first. */
export class ExportProperties extends Query<AsyncIterable<string>> {
  constructor(readonly asked: AllPropertiesQuery) {
    super();
  }
}

const ORDERS: Record<(typeof PROPERTY_ORDERS)[number], string> = {
  newest: 'id desc',
  name: 'lower(name), id desc',
  rent: 'monthly_rent desc, id desc',
  invested: 'token_price * tokens_sold desc, id desc',
};
const ROWS = `select id, name, address, owner, created_at, monthly_rent, tokens_sold, token_count, token_price, status, hidden,
    paused_by_admin or paused_by_check as paused,
    coalesce(
      (select date from property_moments m where m.property_id = id and kind = 'listed'), left(created_at, 10)) as listed_on
  from properties
  where ($1::text is null or strpos(lower(concat_ws(' ', name, address, owner)), lower($1)) > 0 or id::text = $1)
    and ($2::text is null or case $2 when 'hidden' then hidden when 'paused' then paused_by_admin or paused_by_check
      else status = $2 end)`;
/** Greater than every id. */
const NEWEST = 2_147_483_647;
const filterOf = ({ search, status }: AllPropertiesQuery) => [chosen(search), chosen(status)];

@QueryHandler(ListAllProperties)
export class ListAllPropertiesHandler implements IQueryHandler<ListAllProperties> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ListAllProperties): Promise<PageOf<AdminPropertyView>> {
    const { limit, offset } = pageOf(asked);
    const order = ORDERS[(chosen(asked.sort) ?? 'newest') as keyof typeof ORDERS];
    const rows = await this.db.query(`${ROWS} order by ${order} offset $3 limit $4`, [
      ...filterOf(asked),
      offset,
      limit + 1,
    ]);
    return pageFrom(rows, limit, viewOf, () => offset + limit);
  }
}

const CSV_COLUMNS: Columns<AdminPropertyView> = {
  Number: ({ id }) => id,
  Property: ({ name }) => name,
  Address: ({ address }) => address,
  Landlord: ({ owner }) => owner,
  Listed: ({ listedAt }) => listedAt,
  Status: ({ status }) => status,
  Hidden: ({ hidden }) => (hidden ? 'yes' : 'no'),
  Paused: ({ paused }) => (paused ? 'yes' : 'no'),
  'Monthly rent (RLUSD)': ({ monthlyRent }) => monthlyRent,
  'Tokens issued': ({ tokensIssued }) => tokensIssued,
  'Total tokens': ({ tokenCount }) => tokenCount,
  'Total investment (RLUSD)': ({ totalInvestment }) => totalInvestment,
};

@QueryHandler(ExportProperties)
export class ExportPropertiesHandler implements IQueryHandler<ExportProperties> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ExportProperties): Promise<AsyncIterable<string>> {
    const after = (last: { id: number } | undefined, limit: number) =>
      this.db.query(`${ROWS} and id < $3 order by id desc limit $4`, [...filterOf(asked), last?.id ?? NEWEST, limit]);
    return csvFile(CSV_COLUMNS, after, viewOf);
  }
}

const viewOf = (row: any): AdminPropertyView => ({
  id: row.id,
  name: row.name,
  address: row.address,
  owner: row.owner,
  listedAt: row.created_at,
  listedOn: row.listed_on,
  monthlyRent: toNumber(parseRlusd(row.monthly_rent)),
  tokensIssued: row.tokens_sold,
  tokenCount: row.token_count,
  totalInvestment: toNumber(parseRlusd(row.token_price) * BigInt(row.tokens_sold)),
  status: row.status,
  hidden: row.hidden,
  paused: row.paused,
});
