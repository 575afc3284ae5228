import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MarketAnalysis, PageQuery } from '@tknest/contracts/api';
import { divideHalfUp, parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { cursorOf, pageOf } from '../../../../platform/http/paging.js';
import { percentOf, performanceOf } from '../../property-figures.js';
import { MarketProperty } from '../../read-models/market/market.entities.js';

export interface MarketPage {
  analysis: MarketAnalysis;
  /** Where the next page of properties begins; null after the last. */
  next: string | null;
}

/** How the market does, and a page of its properties. */
export class ShowMarket extends Query<MarketPage> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

interface Sums {
  open: string;
  funded: string;
  closed: string;
  /** Mean of the sold parts, basis points. */
  funding: string;
  volume: string;
  purchases: string;
  investors: string;
}
/** Counts are of the marketplace; money and people are of the whole log, hidden properties included. */
const SUMS = `
  select count(*) filter (where not hidden and status = 'open') as open,
         count(*) filter (where not hidden and status = 'funded') as funded,
         count(*) filter (where not hidden and status = 'closed') as closed,
         coalesce(round(avg(10000.0 * sold / nullif(token_count, 0)) filter (where not hidden)), 0) as funding,
         coalesce(sum(volume), 0) as volume, coalesce(sum(purchases), 0) as purchases,
         (select count(*) from market_people where tokens > 0) as investors
  from market_properties`;

@QueryHandler(ShowMarket)
export class ShowMarketHandler implements IQueryHandler<ShowMarket> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ asked }: ShowMarket): Promise<MarketPage> {
    const { limit, offset } = pageOf(asked);
    const [[sums], rows] = await Promise.all([
      this.db.query<Sums[]>(SUMS),
      this.db
        .getRepository(MarketProperty)
        .createQueryBuilder('p')
        .where('not p.hidden')
        .orderBy('p.volume', 'DESC')
        .addOrderBy('p.propertyId', 'DESC')
        .offset(offset)
        .limit(limit + 1)
        .getMany(),
    ]);
    return {
      analysis: { ...figuresOf(sums!), propertyPerformance: rows.slice(0, limit).map(performanceOf) },
      next: rows.length > limit ? cursorOf(offset + limit) : null,
    };
  }
}

function figuresOf(sums: Sums): Omit<MarketAnalysis, 'propertyPerformance'> {
  const [open, funded, closed] = [Number(sums.open), Number(sums.funded), Number(sums.closed)];
  const [volume, purchases] = [parseRlusd(sums.volume), BigInt(sums.purchases)];
  return {
    overview: {
      totalProperties: open + funded + closed,
      openProperties: open,
      fundedProperties: funded,
      closedProperties: closed,
      averageFundingRate: percentOf(Number(sums.funding)),
      totalTransactionVolume: toNumber(volume),
    },
    investmentTrends: {
      totalInvestors: Number(sums.investors),
      totalPurchases: Number(purchases),
      averageInvestmentSize: toNumber(purchases > 0n ? divideHalfUp(volume, purchases * 10_000n) * 10_000n : 0n),
    },
  };
}
