import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminPropertyView, PageQuery } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { pageOf, type PageOf } from '../../../../platform/http/paging.js';

/** Every property, newest first, as the office sees it. */
export class ListAllProperties extends Query<PageOf<AdminPropertyView>> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

@QueryHandler(ListAllProperties)
export class ListAllPropertiesHandler implements IQueryHandler<ListAllProperties> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ListAllProperties): Promise<PageOf<AdminPropertyView>> {
    const { limit, offset } = pageOf(asked);
    const rows = await this.db.query(
      'select id, name, address, monthly_rent, tokens_sold, token_count, token_price, status, hidden from properties order by id desc offset $1 limit $2',
      [offset, limit + 1],
    );
    return { rows: rows.slice(0, limit).map(viewOf), next: rows.length > limit ? offset + limit : null };
  }
}

const viewOf = (row: any): AdminPropertyView => ({
  id: row.id,
  name: row.name,
  address: row.address,
  monthlyRent: toNumber(parseRlusd(row.monthly_rent)),
  tokensIssued: row.tokens_sold,
  tokenCount: row.token_count,
  totalInvestment: toNumber(parseRlusd(row.token_price) * BigInt(row.tokens_sold)),
  status: row.status,
  hidden: row.hidden,
});
