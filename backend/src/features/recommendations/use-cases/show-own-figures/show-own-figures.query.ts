import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OwnPropertyFigures, PageQuery } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { ownFiguresOf } from '../../property-figures.js';
import { MarketProperty } from '../../read-models/market/market.entities.js';

/** Figures of somebody's own properties from the log, including hidden ones, newest first. */
export class ShowOwnFigures extends Query<PageOf<OwnPropertyFigures>> {
  constructor(
    readonly owner: string,
    readonly asked: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ShowOwnFigures)
export class ShowOwnFiguresHandler implements IQueryHandler<ShowOwnFigures> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ owner, asked }: ShowOwnFigures): Promise<PageOf<OwnPropertyFigures>> {
    const { limit, offset } = pageOf(asked);
    const found = await this.db
      .getRepository(MarketProperty)
      .find({ where: { owner }, order: { propertyId: 'DESC' }, skip: offset, take: limit + 1 });
    return pageFrom(found, limit, ownFiguresOf, () => offset + limit);
  }
}
