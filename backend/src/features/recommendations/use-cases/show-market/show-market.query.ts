import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MarketAnalysis, PageQuery } from '@tknest/contracts/api';
import { divideHalfUp, parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { pageOf } from '#platform/http/paging.js';
import { percentOf, performanceOf } from '../../property-figures.js';
import { MarketRows } from '../../market-rows.js';
import type { MarketProperty } from '../../read-models/market/market.entities.js';

export interface MarketPage {
  analysis: MarketAnalysis;
  /** Where the next page of properties begins; null after the last. */
  next: number | null;
}

/** Figures of the market, and a page of its properties. */
export class ShowMarket extends Query<MarketPage> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

interface Sums {
  open: string;
  funded: string;
  closed: string;
  /** The mean of the sold parts, in basis points. */
  funding: string;
  volume: string;
  purchases: string;
  investors: string;
}
/** Counts are of the marketplace; money and people are of the whole log, including hidden properties. */
const SUMS = `
  select count(*) filter (where not hidden and status = 'open') as open,
         count(*) filter (where not hidden and status = 'funded') as funded,
         count(*) filter (where not hidden and status = 'closed') as closed,
         coalesce(round(avg(10000.0 * sold / nullif(token_count, 0)) filter (where not hidden)), 0) as funding,
         coalesce(sum(volume), 0) as volume, coalesce(sum(purchases), 0) as purchases,
         (select count(*) from market_people where tokens > 0) as investors
  from market_properties`;

interface Market {
  version: string;
  figures: Omit<MarketAnalysis, 'propertyPerformance'>;
  /** The visible properties, largest volume first, ties by the newest. */
  ordered: readonly MarketProperty[];
}

/** Every purchase changes a property's row, so figures computed from all rows stay valid until one changes. */
@QueryHandler(ShowMarket)
export class ShowMarketHandler implements IQueryHandler<ShowMarket> {
  private market: Market | null = null;

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly rows: MarketRows,
  ) {}

  async execute({ asked }: ShowMarket): Promise<MarketPage> {
    const { limit, offset } = pageOf(asked);
    const rows = await this.rows.all();
    if (this.market?.version !== this.rows.version) this.market = await this.workedOut(rows);
    const { figures, ordered } = this.market;
    return {
      analysis: { ...figures, propertyPerformance: ordered.slice(offset, offset + limit).map(performanceOf) },
      next: ordered.length > offset + limit ? offset + limit : null,
    };
  }

  private async workedOut(rows: ReadonlyMap<number, MarketProperty>): Promise<Market> {
    const { version } = this.rows;
    const ordered = [...rows.values()]
      .filter(({ hidden }) => !hidden)
      .map((property) => ({ property, volume: parseRlusd(property.volume) }))
      .sort((a, b) =>
        a.volume === b.volume ? b.property.propertyId - a.property.propertyId : a.volume < b.volume ? 1 : -1,
      )
      .map(({ property }) => property);
    const [sums] = await this.db.query<Sums[]>(SUMS);
    return { version, figures: figuresOf(sums!), ordered };
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
