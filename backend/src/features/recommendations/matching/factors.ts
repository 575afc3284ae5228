import type { PropertyRisk } from '@tknest/contracts/api';
import { MATCH } from '@tknest/contracts/rules';
import type { MarketProperty } from '../read-models/market/market.entities.js';
import { priceOf, rateOf, type Investor } from './investor.js';
import { bpsOf, riskOf } from './risk.js';

/** A property's bin for each factor, for one investor. Unknown values have a bin of their own. */
export interface Bins {
  size: 'fits' | 'stretch' | 'large' | 'unknown';
  rate: 'above' | 'like' | 'below';
  rent: 'well' | 'carries' | 'tight' | 'strained' | 'unknown';
  term: 'chosen' | 'within' | 'longer' | 'unknown';
  spread: 'heavy' | 'same' | 'owner' | 'city' | 'purpose' | 'new' | 'first';
  progress: 'nearly' | 'half' | 'some' | 'little';
  risk: 'within' | 'above' | 'far' | 'unknown';
  goal: 'served' | 'missed' | 'unknown';
  fresh: 'since' | 'before' | 'first';
}
export type Factor = keyof Bins;
export const FACTORS = [
  'size',
  'rate',
  'rent',
  'term',
  'spread',
  'progress',
  'risk',
  'goal',
  'fresh',
] as const satisfies readonly Factor[];

const LEVELS = { low: 0, medium: 1, high: 2 } as const;

/** Compares a property with a person. Uses only data from the log: no clock, no random numbers. */
export function binsOf(property: MarketProperty, investor: Investor): Bins {
  const { level } = riskOf(property);
  return {
    size: sizeOf(property, investor),
    rate: rateBin(property, investor),
    rent: rentOf(property),
    term: termOf(property, investor),
    spread: spreadOf(property, investor),
    progress: progressOf(property),
    risk: riskBin(level, investor),
    goal: goalOf(property, level, investor),
    fresh: investor.lastSeq === 0n ? 'first' : BigInt(property.seq) > investor.lastSeq ? 'since' : 'before',
  };
}

function sizeOf(property: MarketProperty, { usualSize }: Investor): Bins['size'] {
  if (usualSize === null) return 'unknown';
  const price = priceOf(property);
  return price <= usualSize ? 'fits' : price <= 2n * usualSize ? 'stretch' : 'large';
}

function rateBin(property: MarketProperty, { averageRate, marketRate }: Investor): Bins['rate'] {
  const gap = rateOf(property) - (averageRate ?? marketRate);
  return gap >= MATCH.rateDiffers ? 'above' : gap <= -MATCH.rateDiffers ? 'below' : 'like';
}

function rentOf({ paymentShare: share }: MarketProperty): Bins['rent'] {
  if (share === null) return 'unknown';
  const { well, carries, tight } = MATCH.rent;
  return share <= well ? 'well' : share <= carries ? 'carries' : share <= tight ? 'tight' : 'strained';
}

/** Holdings say more about somebody than their stated preferences. */
function termOf({ termMonths: months }: MarketProperty, { terms, profile }: Investor): Bins['term'] {
  const slack = MATCH.termSlack;
  if (terms && months >= terms.shortest - slack && months <= terms.longest + slack) return 'chosen';
  if ((terms && months < terms.shortest) || (profile && months <= profile.liquidityMonths)) return 'within';
  return terms || profile ? 'longer' : 'unknown';
}

function spreadOf({ propertyId, owner, city, purpose }: MarketProperty, investor: Investor): Bins['spread'] {
  const share = investor.shareOf.get(propertyId);
  if (investor.shareOf.size === 0) return 'first';
  if (share !== undefined) return share > MATCH.heavy ? 'heavy' : 'same';
  if (investor.owners.has(owner)) return 'owner';
  if (investor.cities.has(city.toLowerCase())) return 'city';
  return investor.purposes.has(purpose) ? 'purpose' : 'new';
}

function progressOf({ sold, tokenCount }: MarketProperty): Bins['progress'] {
  const share = bpsOf(sold, tokenCount);
  const { nearly, half, some } = MATCH.progress;
  return share >= nearly ? 'nearly' : share >= half ? 'half' : share >= some ? 'some' : 'little';
}

function riskBin(level: PropertyRisk, { profile }: Investor): Bins['risk'] {
  if (!profile) return 'unknown';
  const over = LEVELS[level] - MATCH.tolerates[profile.riskTolerance];
  return over <= 0 ? 'within' : over === 1 ? 'above' : 'far';
}

/** Served if one of the stated goals is. */
function goalOf(property: MarketProperty, level: PropertyRisk, { profile, marketRate }: Investor): Bins['goal'] {
  if (!profile || profile.goals.length === 0) return 'unknown';
  const serves = {
    income: property.termMonths <= MATCH.incomeTermMonths,
    growth: rateOf(property) > marketRate,
    safety: level === 'low',
  };
  return profile.goals.some((goal) => serves[goal]) ? 'served' : 'missed';
}
