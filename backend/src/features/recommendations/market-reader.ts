import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InvestorProfiles } from '#features/identity/module.public.js';
import { MarketRows } from './market-rows.js';
import { investorOf, type Investor } from './matching/investor.js';
import { isOffered } from './matching/recommend.js';
import { MarketPerson, MarketPosition, type MarketProperty } from './read-models/market/market.entities.js';

/** The data from which one person's recommendations are computed. */
export interface Standpoint {
  investor: Investor;
  person: MarketPerson | null;
  market: MarketProperty[];
}

/** Reads the market, and one person's holdings and stated preferences. */
@Injectable()
export class MarketReader {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly rows: MarketRows,
    private readonly profiles: InvestorProfiles,
  ) {}

  async standpointOf(wallet: string): Promise<Standpoint> {
    const [person, positions, profile] = await Promise.all([
      this.db.getRepository(MarketPerson).findOneBy({ wallet }),
      this.db.getRepository(MarketPosition).findBy({ wallet }),
      this.profiles.of(wallet),
    ]);
    const rows = await this.rows.all();
    const market = [...rows.values()].filter((property) => isOffered(property, wallet));
    const holdings = positions.flatMap((position) => {
      const property = rows.get(position.propertyId);
      return property ? [{ property, position }] : [];
    });
    return { investor: investorOf(wallet, person, holdings, profile, market), person, market };
  }
}
