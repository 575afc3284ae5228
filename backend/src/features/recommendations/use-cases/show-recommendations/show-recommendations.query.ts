import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Recommendations } from '@tknest/contracts/api';
import { MarketReader } from '../../market-reader.js';
import { recommend } from '../../matching/recommend.js';

/** Recommendations for one person, with reasons. */
export class ShowRecommendations extends Query<Recommendations> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowRecommendations)
export class ShowRecommendationsHandler implements IQueryHandler<ShowRecommendations> {
  constructor(private readonly reader: MarketReader) {}

  async execute({ wallet }: ShowRecommendations): Promise<Recommendations> {
    const { investor, person, market } = await this.reader.standpointOf(wallet);
    return {
      wallet,
      purchases: person?.purchases ?? 0,
      rentShares: person?.rentShares ?? 0,
      application: investor.profile !== null,
      recommendations: recommend(market, investor),
    };
  }
}
