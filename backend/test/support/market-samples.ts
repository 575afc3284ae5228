import type { InvestorProfile } from '#features/identity/module.public.js';
import type { Holding } from '#features/recommendations/matching/investor.js';
import type { MarketPerson, MarketProperty } from '#features/recommendations/read-models/market/market.entities.js';

/** For tests: a house that sells well, with nothing remarkable about it. */
export const marketProperty = (more: Partial<MarketProperty> = {}): MarketProperty => ({
  propertyId: 1,
  seq: '10',
  owner: 'rOwner',
  name: 'Sample Court',
  city: 'Springfield',
  purpose: 'energy',
  monthlyRent: '2500',
  tokenPrice: '100',
  tokenCount: 250,
  termMonths: 42,
  annualRate: '6.5',
  payoutPerToken: '2.668461',
  paymentShare: 2669,
  status: 'open',
  hidden: false,
  pausedBy: [],
  sold: 100,
  reserved: 0,
  purchases: 12,
  volume: '10000',
  holders: 9,
  largest: 20,
  listedOn: '2026-01-01',
  firstSoldOn: '2026-01-02',
  lastSoldOn: '2026-02-20',
  instalments: 0,
  late: 0,
  unpaid: {},
  changed: '60',
  ...more,
});

export const marketPerson = (more: Partial<MarketPerson> = {}): MarketPerson => ({
  wallet: 'rInvestor',
  purchases: 2,
  tokens: '7',
  recent: ['500', '200'],
  lastSeq: '50',
  rentShares: 0,
  ...more,
});

export const holding = (property: MarketProperty, tokens = 5): Holding => {
  const cost = String(tokens * Number(property.tokenPrice));
  const position = { wallet: 'rInvestor', propertyId: property.propertyId, tokens, purchases: 1, cost };
  return { property, position };
};

export const investorProfile = (more: Partial<InvestorProfile> = {}): InvestorProfile => ({
  riskTolerance: 'moderate',
  liquidityMonths: 12,
  goals: ['income'],
  expectedAmount: '2000',
  ...more,
});
