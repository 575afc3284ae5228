import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MarketPropertyView, MarketQuery } from '@tknest/contracts/api';
import type { MARKET } from '@tknest/contracts/rules';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { limitOf, pageFrom, placeAfter, type PageOf } from '#platform/http/paging.js';
import { escapeLike } from '#platform/database/escape-like.js';
import { Property } from '../../read-models/property/property.entity.js';
import { marketViewOf } from '../../read-models/property/property.view.js';

/** How the marketplace is ordered: column, direction, and a row's value; ties by id in the same direction. */
type Order = { column: string; up: boolean; of(row: Property): string | number };
const ORDERS: Record<(typeof MARKET.sorts)[number], Order> = {
  newest: { column: 'p.id', up: false, of: ({ id }) => id },
  apr: { column: 'p.monthlyRate', up: false, of: ({ monthlyRate }) => monthlyRate },
  price: { column: 'p.tokenPrice', up: true, of: ({ tokenPrice }) => tokenPrice },
  term: { column: 'p.termMonths', up: true, of: ({ termMonths }) => termMonths },
};
/** Open sales come before ended ones, however the marketplace is ordered. */
const GROUPS = [0, 1] as const;
const groupOf = ({ status }: Property): number => (status === 'open' ? 0 : 1);
const WORDS = "(p.name || ' ' || coalesce(p.city, '') || ' ' || p.fundingPurpose)";

/** A page of the marketplace, as everybody may see it. */
export class ShowMarket extends Query<PageOf<MarketPropertyView>> {
  constructor(readonly asked: MarketQuery) {
    super();
  }
}

@QueryHandler(ShowMarket)
export class ShowMarketHandler implements IQueryHandler<ShowMarket> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** A page costs the same wherever it begins: each group is read by an index from the last row seen. */
  async execute({ asked }: ShowMarket): Promise<PageOf<MarketPropertyView>> {
    const limit = limitOf(asked.limit);
    const after = placeAfter(asked.cursor);
    const rows: Property[] = [];
    for (const group of GROUPS.filter((one) => one >= (after?.[0] ?? 0))) {
      if (rows.length > limit) break;
      rows.push(
        ...(await groupRows(this.db, asked, group)
          .limit(limit + 1 - rows.length)
          .getMany()),
      );
    }
    return pageFrom(rows, limit, marketViewOf, (last) => `${groupOf(last)}|${orderOf(asked).of(last)}|${last.id}`);
  }
}

const orderOf = ({ sort }: MarketQuery): Order => ORDERS[(sort || 'newest') as keyof typeof ORDERS];

/** The rows of a group after the query's cursor, in its order. */
export function groupRows(db: DataSource, asked: MarketQuery, group: number): SelectQueryBuilder<Property> {
  const { column, up } = orderOf(asked);
  const { search, ids } = asked;
  const after = placeAfter(asked.cursor);
  const rows = db
    .getRepository(Property)
    .createQueryBuilder('p')
    .where('not p.hidden')
    .andWhere(group === 0 ? 'not p.ended' : 'p.ended')
    .orderBy(column, up ? 'ASC' : 'DESC');
  if (column !== 'p.id') rows.addOrderBy('p.id', up ? 'ASC' : 'DESC');
  if (after?.[0] === group)
    rows.andWhere(`(${column}, p.id) ${up ? '>' : '<'} (cast(:value as numeric), cast(:id as integer))`, {
      value: after[1],
      id: after[2],
    });
  if (search?.trim()) rows.andWhere(`${WORDS} ilike :text`, { text: `%${escapeLike(search.trim())}%` });
  if (ids) rows.andWhere('p.id = any(:ids)', { ids: ids.split(',').filter(Boolean).map(Number) });
  if (asked.available === 'true')
    rows.andWhere(
      `p.status = 'open' and not (p.pausedByAdmin or p.pausedByCheck)
         and p.tokenCount > p.tokensSold + p.tokensReserved`,
    );
  return rows;
}
