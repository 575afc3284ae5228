import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PageQuery, type MarketAnalysis, type OwnPropertyFigures, type Recommendations } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerNext, answerPage } from '#platform/http/paging.js';
import { ShowMarket } from './show-market/show-market.query.js';
import { ShowOwnFigures } from './show-own-figures/show-own-figures.query.js';
import { ShowRecommendations } from './show-recommendations/show-recommendations.query.js';

@Controller('api/ai')
export class RecommendationsController {
  constructor(private readonly queries: QueryBus) {}

  /** The public market analysis: properties with the largest volume first, a page at a time. */
  @Get('market')
  @Access('public')
  async market(@Query() asked: PageQuery, @Res({ passthrough: true }) response: Response): Promise<MarketAnalysis> {
    const { analysis, next } = await this.queries.execute(new ShowMarket(asked));
    answerNext(response, next);
    return analysis;
  }

  /** Recommendations for the caller's wallet, best match first, each with its reasons and their points. */
  @Get('recommendations')
  recommendations(@CurrentSession() { wallet }: Session): Promise<Recommendations> {
    return this.queries.execute(new ShowRecommendations(wallet));
  }

  /** Figures of the caller's own properties from recorded data, a page at a time. */
  @Get('own-properties')
  async ownProperties(
    @CurrentSession() { wallet }: Session,
    @Query() asked: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OwnPropertyFigures[]> {
    return answerPage(response, await this.queries.execute(new ShowOwnFigures(wallet, asked)));
  }
}
