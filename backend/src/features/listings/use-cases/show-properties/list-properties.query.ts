import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PropertiesQuery, PropertyView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { escapeLike } from '#platform/database/escape-like.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { loanFieldsAmong } from '#features/loans/readers.public.js';
import { ContractNames } from '../../contract-names.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';

const SEARCH_MAX = 100;

/** Open sales come before closed ones, however the marketplace is ordered. */
const CLOSED = "case when p.status = 'open' then 0 else 1 end";
/** How the marketplace can be ordered: SQL column and direction; ties by id. */
const ORDERS: Record<string, { column: string; direction: 'ASC' | 'DESC' }> = {
  newest: { column: 'p.id', direction: 'DESC' },
  apr: { column: 'p.monthlyRate', direction: 'DESC' },
  price: { column: 'p.tokenPrice', direction: 'ASC' },
  term: { column: 'p.termMonths', direction: 'ASC' },
};

/** A page of the marketplace, or of the caller's own listings. */
export class ListProperties extends Query<PageOf<PropertyView>> {
  constructor(
    readonly asked: PropertiesQuery,
    readonly session: Session | null,
  ) {
    super();
  }
}

@QueryHandler(ListProperties)
export class ListPropertiesHandler implements IQueryHandler<ListProperties> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly names: ContractNames,
  ) {}

  /** @throws Refused (401 if a visitor asks for their own listings) */
  async execute({ asked, session }: ListProperties): Promise<PageOf<PropertyView>> {
    const { limit, offset } = pageOf(asked);
    const order = ORDERS[asked.sort || 'newest']!;
    const rows = this.db
      .getRepository(Property)
      .createQueryBuilder('p')
      .orderBy(CLOSED)
      .addOrderBy(order.column, order.direction)
      .addOrderBy('p.id', 'DESC')
      .offset(offset)
      .limit(limit + 1);
    if (asked.search?.trim())
      rows.andWhere('(p.name ilike :text or p.address ilike :text or p.fundingPurpose ilike :text)', {
        text: `%${escapeLike(asked.search.trim().slice(0, SEARCH_MAX))}%`,
      });
    if (asked.available === 'true')
      rows.andWhere(
        `p.status = 'open' and not (p.pausedByAdmin or p.pausedByCheck)
           and p.tokenCount > p.tokensSold + p.tokensReserved`,
      );
    if (asked.mine !== 'true') rows.andWhere('not p.hidden');
    else if (session) rows.andWhere('p.owner = :owner', { owner: session.wallet });
    else throw new Refused('unauthenticated', 'Please sign in with your wallet first');
    const found = await rows.getMany();
    const { rows: shown, next } = pageFrom(
      found,
      limit,
      (row) => row,
      () => offset + limit,
    );
    const loanOf = await loanFieldsAmong(
      shown.map(({ id }) => id),
      this.db,
    );
    return {
      rows: await Promise.all(shown.map(async (row) => viewOf(row, loanOf(row.id), await this.names.of(row)))),
      next,
    };
  }
}
