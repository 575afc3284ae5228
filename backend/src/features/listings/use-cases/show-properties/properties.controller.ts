import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PropertyView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Access, MaybeSession, type Session } from '../../../../platform/http/access.js';
import { cursorOf, pageOf, readCursor } from '../../../../platform/http/paging.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { PropertyId } from '../../property-id.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';
import { ShowProperty } from './show-property.query.js';

/** How the marketplace can be ordered: SQL column and direction; ties by id. */
const ORDERS: Record<string, { column: string; direction: 'ASC' | 'DESC' }> = {
  newest: { column: 'p.id', direction: 'DESC' },
  apr: { column: 'p.monthlyRate', direction: 'DESC' },
  price: { column: 'p.tokenPrice', direction: 'ASC' },
  term: { column: 'p.termMonths', direction: 'ASC' },
};

@Controller('api/properties')
export class PropertiesController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly queries: QueryBus,
  ) {}

  /**
   * The marketplace: public, newest first, a page at a time. `available=true` leaves out what cannot be bought;
   * `mine=true` shows one's own.
   */
  @Get()
  @Access('public')
  async list(
    @Query() query: Record<string, string>,
    @MaybeSession() session: Session | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PropertyView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const order = ORDERS[query.sort ?? 'newest'] ?? ORDERS.newest!;
    const rows = this.db
      .getRepository(Property)
      .createQueryBuilder('p')
      .orderBy(order.column, order.direction)
      .addOrderBy('p.id', 'DESC')
      .offset(offset)
      .limit(limit + 1);
    if (query.mine !== 'true') rows.andWhere('not p.hidden');
    if (query.search?.trim())
      rows.andWhere('(p.name ilike :text or p.address ilike :text or p.fundingPurpose ilike :text)', {
        text: `%${escapeLike(query.search.trim().slice(0, 100))}%`,
      });
    if (query.available === 'true')
      rows.andWhere("p.status = 'open' and p.tokenCount > p.tokensSold + p.tokensReserved");
    if (query.mine === 'true') {
      if (!session) throw new Refused('unauthenticated', 'Please sign in with your wallet first');
      rows.andWhere('p.owner = :owner', { owner: session.wallet });
    }
    const found = await rows.getMany();
    if (found.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    return found.slice(0, limit).map(viewOf);
  }

  @Get(':id')
  @Access('public')
  show(@Param('id', PropertyId) id: number, @MaybeSession() session: Session | null): Promise<PropertyView> {
    return this.queries.execute(new ShowProperty(id, session));
  }
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`);
