/** What the market's read model says of a property and its landlord, for its page. */
import type { LandlordRecord, PropertyProfileView } from '@tknest/contracts/api';
import type { DataSource } from 'typeorm';
import { riskOf, riskReasonsOf } from './matching/risk.js';
import { MarketProperty } from './read-models/market/market.entities.js';

export { marketProjection } from './read-models/market/market.projection.js';

export interface MarketRecord {
  risk: PropertyProfileView['risk'];
  landlord: Omit<LandlordRecord, 'verified'>;
}

/** @param owner the landlord of the property */
export async function marketRecordOf(propertyId: number, owner: string, db: DataSource): Promise<MarketRecord> {
  const all = await db.getRepository(MarketProperty).findBy({ owner });
  const own = all.find((one) => one.propertyId === propertyId);
  const sum = (of: (one: MarketProperty) => number) => all.reduce((total, one) => total + of(one), 0);
  const inGrace = sum(({ unpaid }) => Object.values(unpaid).filter(({ late }) => !late).length);
  const due = sum(({ instalments }) => instalments) - inGrace;
  return {
    risk: own ? { level: riskOf(own).level, reasons: riskReasonsOf(own) } : null,
    landlord: {
      listings: all.filter(({ hidden }) => !hidden).length,
      due,
      onTime: due - sum(({ late }) => late),
    },
  };
}
