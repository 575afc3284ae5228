import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { InvestorProfiles } from '../identity/identity.public.js';
import { investorOf, type Investor } from './matching/investor.js';
import { MarketPerson, MarketPosition, MarketProperty } from './read-models/market/market.entities.js';

/** What the recommendations for one person are reckoned from. */
export interface Standpoint {
  investor: Investor;
  person: MarketPerson | null;
  market: MarketProperty[];
}

/** Reads the market's rows: of what can be bought, and of what one person holds. */
@Injectable()
export class MarketReader {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly profiles: InvestorProfiles,
  ) {}

  async standpointOf(wallet: string): Promise<Standpoint> {
    const [market, person, positions, profile] = await Promise.all([
      this.offered(),
      this.db.getRepository(MarketPerson).findOneBy({ wallet }),
      this.db.getRepository(MarketPosition).findBy({ wallet }),
      this.profiles.of(wallet),
    ]);
    const known = new Map(market.map((property) => [property.propertyId, property]));
    const others = positions.map(({ propertyId }) => propertyId).filter((id) => !known.has(id));
    if (others.length > 0)
      for (const row of await this.db.getRepository(MarketProperty).findBy({ propertyId: In(others) }))
        known.set(row.propertyId, row);
    const holdings = positions.flatMap((position) => {
      const property = known.get(position.propertyId);
      return property ? [{ property, position }] : [];
    });
    return { investor: investorOf(wallet, person, holdings, profile, market), person, market };
  }

  /** Everything that somebody could buy of. */
  private offered(): Promise<MarketProperty[]> {
    return this.db
      .getRepository(MarketProperty)
      .createQueryBuilder('p')
      .where("p.status = 'open' and not p.hidden and p.sold + p.reserved < p.tokenCount")
      .getMany();
  }
}
