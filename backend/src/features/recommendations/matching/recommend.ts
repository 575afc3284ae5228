import type { Recommendation } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { MATCH } from '@tknest/contracts/rules';
import type { MarketProperty } from '../read-models/market/market.entities.js';
import { binsOf, type Bins } from './factors.js';
import type { Investor } from './investor.js';
import { matchOf, POINTS, type Points } from './points.js';
import { reasonsOf } from './reasons.js';
import { riskOf } from './risk.js';

export interface Match {
  property: MarketProperty;
  bins: Bins;
  /** Percent. */
  match: number;
}

/** Whether its tokens can be bought today. */
export const isOffered = (property: MarketProperty, wallet: string): boolean => {
  const { status, hidden, pausedBy, sold, reserved, tokenCount, owner } = property;
  return status === 'open' && !hidden && pausedBy.length === 0 && sold + reserved < tokenCount && owner !== wallet;
};

/** The best match first, ties by the newest, whatever the order of the input. */
export function ranked(market: readonly MarketProperty[], investor: Investor, points: Points = POINTS): Match[] {
  return market
    .filter((property) => isOffered(property, investor.wallet))
    .map((property) => {
      const bins = binsOf(property, investor);
      return { property, bins, match: matchOf(bins, points) };
    })
    .sort((a, b) => b.match - a.match || b.property.propertyId - a.property.propertyId);
}

/** The best matches with their reasons; none for an investor about whom nothing is known. */
export function recommend(market: readonly MarketProperty[], investor: Investor): Recommendation[] {
  if (investor.lastSeq === 0n && !investor.profile) return [];
  return ranked(market, investor)
    .slice(0, MATCH.shown)
    .map((match) => viewOf(match, investor));
}

function viewOf({ property, bins, match }: Match, investor: Investor): Recommendation {
  const contributions = reasonsOf(property, investor, bins);
  return {
    propertyId: property.propertyId,
    name: property.name,
    confidence: match / 100,
    investmentAmount: toNumber(parseRlusd(property.tokenPrice)),
    expectedROI: Number(property.annualRate),
    projectedMonthlyIncome: toNumber(parseRlusd(property.payoutPerToken)),
    riskLevel: riskOf(property).level,
    reasons: contributions.map(({ reason }) => reason),
    contributions,
  };
}
