import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { MarketQuery, type MarketPropertyView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { answerPage } from '#platform/http/paging.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ShowMarket } from './show-market.query.js';

@Controller('api/market')
export class MarketController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * The marketplace for everybody, a page at a time: open sales first, without addresses, wallets and hidden listings.
   * `ids` names single properties, to compare them or to show a watchlist.
   */
  @Get()
  @Access('public')
  @RateLimited(LIMITS.market, 'visitor')
  async list(
    @Query() asked: MarketQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MarketPropertyView[]> {
    return answerPage(response, await this.queries.execute(new ShowMarket(asked)));
  }
}
