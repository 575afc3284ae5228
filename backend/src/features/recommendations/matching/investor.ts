import { parseRlusd, type Micro } from '@tknest/contracts/money';
import type { InvestorProfile } from '#features/identity/module.public.js';
import type { MarketPerson, MarketPosition, MarketProperty } from '../read-models/market/market.entities.js';
import { bpsOf } from './risk.js';

export interface Holding {
  property: MarketProperty;
  position: MarketPosition;
}

/** What is known about somebody, computed once for all properties. */
export interface Investor {
  wallet: string;
  profile: InvestorProfile | null;
  /** The median of the latest purchases, or the amount expected in the application; null if there is neither. */
  usualSize: Micro | null;
  recent: readonly Micro[];
  /** The average rate of the holdings, in hundredths of a percent; null without holdings. */
  averageRate: number | null;
  terms: { shortest: number; longest: number } | null;
  /** A property's share of all holdings, in basis points. */
  shareOf: ReadonlyMap<number, number>;
  owners: ReadonlySet<string>;
  cities: ReadonlySet<string>;
  purposes: ReadonlySet<string>;
  lastSeq: bigint;
  /** The mean rate of the market, for investors without holdings. */
  marketRate: number;
}

/** The unchanging data of a property, parsed once. */
interface Terms {
  price: Micro;
  /** Hundredths of a percent. */
  rate: number;
}
const read = new WeakMap<MarketProperty, Terms>();

function termsOf(property: MarketProperty): Terms {
  let terms = read.get(property);
  if (!terms) {
    terms = { price: parseRlusd(property.tokenPrice), rate: Math.round(Number(property.annualRate) * 100) };
    read.set(property, terms);
  }
  return terms;
}
export const priceOf = (property: MarketProperty): Micro => termsOf(property).price;
/** Hundredths of a percent. */
export const rateOf = (property: MarketProperty): number => termsOf(property).rate;

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
const middle = (values: readonly Micro[]): Micro | null =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor(values.length / 2)] ?? null;

/** @param holdings in any order; @param market properties that can be bought, in any order */
export function investorOf(
  wallet: string,
  person: MarketPerson | null,
  holdings: readonly Holding[],
  profile: InvestorProfile | null,
  market: readonly MarketProperty[],
): Investor {
  const held = holdings.filter(({ position }) => position.tokens > 0);
  const recent = (person?.recent ?? []).map((cost) => parseRlusd(cost));
  const costs = held.map(({ position }) => parseRlusd(position.cost));
  const all = costs.reduce((sum, cost) => sum + cost, 0n);
  const terms = held.map(({ property }) => property.termMonths);
  const of = (read: (property: MarketProperty) => string) =>
    new Set(held.map(({ property }) => read(property).toLowerCase()).filter((word) => word !== ''));
  return {
    wallet,
    profile,
    recent,
    usualSize: middle(recent) ?? (profile?.expectedAmount ? parseRlusd(profile.expectedAmount) : null),
    averageRate: held.length > 0 ? mean(held.map(({ property }) => rateOf(property))) : null,
    terms: held.length > 0 ? { shortest: Math.min(...terms), longest: Math.max(...terms) } : null,
    shareOf: new Map(
      held.map(({ property }, index) => [property.propertyId, bpsOf(Number(costs[index]), Number(all))]),
    ),
    owners: new Set(held.map(({ property }) => property.owner)),
    cities: of(({ city }) => city),
    purposes: of(({ purpose }) => purpose),
    lastSeq: BigInt(person?.lastSeq ?? 0),
    marketRate: mean(market.map(rateOf)),
  };
}
