import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holding, investorProfile, marketPerson, marketProperty } from '#test/support/market-samples.js';
import type { MarketProperty } from '../read-models/market/market.entities.js';
import { binsOf } from './factors.js';
import { investorOf, type Holding } from './investor.js';
import { recommend } from './recommend.js';

const HELD = marketProperty({ propertyId: 90, owner: 'rOther', city: 'Riverton', purpose: 'roof', termMonths: 36 });
const profile = investorProfile();
const known = (market: readonly MarketProperty[], holdings: Holding[] = [holding(HELD)]) =>
  investorOf('rInvestor', marketPerson(), holdings, profile, market);
const idsOf = (market: readonly MarketProperty[]) =>
  recommend(market, known(market)).map(({ propertyId }) => propertyId);

describe('what is recommended', () => {
  it('is never the own property, a hidden, closed or sold-out one, or one whose last tokens are reserved', () => {
    const market = [
      marketProperty({ propertyId: 1, owner: 'rInvestor' }),
      marketProperty({ propertyId: 2, hidden: true }),
      marketProperty({ propertyId: 3, status: 'closed' }),
      marketProperty({ propertyId: 4, status: 'funded', sold: 250 }),
      marketProperty({ propertyId: 5, sold: 240, reserved: 10 }),
      marketProperty({ propertyId: 6, tokenCount: 0, sold: 0 }),
      marketProperty({ propertyId: 7 }),
    ];
    expect(idsOf(market)).toEqual([7]);
  });

  it('is nothing for somebody of whom nothing is known, and something from the application alone', () => {
    const market = [marketProperty()];
    expect(recommend(market, investorOf('rNew', null, [], null, market))).toEqual([]);
    const [first] = recommend(market, investorOf('rNew', null, [], profile, market));
    expect(first!.contributions.map(({ evidence }) => evidence)).toContain(
      'one token costs 100.00; you expect to invest 2,000.00',
    );
  });

  it('says why, with evidence and points whose sum is the match; the sentences are the reasons', () => {
    const market = [marketProperty({ owner: 'rOther', annualRate: '7.8', tokenPrice: '1100' })];
    const [one] = recommend(market, known(market));
    const sum = one!.contributions.reduce((total, { points }) => total + points, 0);
    expect(Math.round(one!.confidence * 100)).toBe(Math.min(100, Math.max(0, sum)));
    expect(one!.reasons).toEqual(one!.contributions.map(({ reason }) => reason));
    const of = (reason: string) => one!.contributions.find((contribution) => contribution.reason === reason);
    expect(of('Larger than your usual size')).toMatchObject({ points: -19 });
    expect(of('Rate above what you hold')!.evidence).toBe('7.8% against 6.5% on average');
    expect(of('A landlord you already know')).toMatchObject({ points: -3 });
    expect(of('A term you chose before')!.evidence).toBe('42 months; you hold 36');
    expect(one).toMatchObject({ investmentAmount: 1100, projectedMonthlyIncome: 2.668461, expectedROI: 7.8 });
  });

  it('spreads: what somebody holds already comes after the same elsewhere, and far after where it is much of it', () => {
    const twin = marketProperty({ ...HELD, propertyId: 91, owner: 'rThird', city: 'Lakeside', purpose: 'debt' });
    const market = [HELD, twin];
    expect(idsOf(market)).toEqual([91, 90]);
    const bins = (holdings: Holding[]) => binsOf(HELD, known(market, holdings)).spread;
    expect(bins([holding(HELD), holding(marketProperty(), 50)])).toBe('same');
    expect(bins([holding(HELD)])).toBe('heavy');
    expect(bins([holding(HELD, 0)])).toBe('first');
  });

  it('fits what somebody said: risk, how soon the money is needed, and the goals', () => {
    const late = { '2026-05-15': { amount: '1', late: true } };
    const risky = marketProperty({ instalments: 3, late: 1, unpaid: late, termMonths: 60 });
    const of = (more: Parameters<typeof investorProfile>[0]) =>
      binsOf(risky, investorOf('rNew', null, [], investorProfile(more), [risky]));
    expect([
      of({ riskTolerance: 'conservative' }).risk,
      of({ riskTolerance: 'moderate' }).risk,
      of({ riskTolerance: 'aggressive' }).risk,
    ]).toEqual(['far', 'above', 'within']);
    expect([of({ liquidityMonths: 12 }).term, of({ liquidityMonths: 60 }).term]).toEqual(['longer', 'within']);
    expect([of({ goals: ['income'] }).goal, of({ goals: [] }).goal]).toEqual(['missed', 'unknown']);
  });

  it('bears amounts beyond what a number holds, and no rent at all', () => {
    const market = [marketProperty({ tokenPrice: '1000000000000000', monthlyRent: '0', paymentShare: null })];
    const [one] = recommend(market, known(market));
    expect(one!.investmentAmount).toBe(1e15);
    expect(one!.confidence).toBeGreaterThanOrEqual(0);
  });

  it('says its evidence in words: no date as programs write it', () => {
    const market = [marketProperty({ owner: 'rOther' })];
    const { contributions } = recommend(market, known(market))[0]!;
    expect(contributions.map(({ evidence }) => evidence)).toContainEqual(
      expect.stringMatching(/^listed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
    );
  });

  it('is the same in whatever order properties and holdings are read', () => {
    const market = Array.from({ length: 30 }, (_, id) =>
      marketProperty({
        propertyId: id + 1,
        owner: `rOwner${id % 7}`,
        city: ['Springfield', 'Riverton', 'Lakeside'][id % 3]!,
        termMonths: 6 * (1 + (id % 10)),
        annualRate: String(4 + (id % 9) / 2),
        sold: (id * 37) % 250,
      }),
    );
    const holdings = market.slice(0, 6).map((property, index) => holding(property, index + 1));
    const answer = recommend(market, known(market, holdings));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(market, { minLength: market.length }),
        fc.shuffledSubarray(holdings, { minLength: holdings.length }),
        (read, held) => expect(recommend(read, known(read, held))).toEqual(answer),
      ),
      { numRuns: 50 },
    );
  });
});

describe('what somebody said of when they need the money', () => {
  it('is not told to be kept where the term is longer', () => {
    const market = [marketProperty({ owner: 'rOther', termMonths: 24 })];
    const soon = investorProfile({ liquidityMonths: 6 });
    const investor = investorOf('rInvestor', marketPerson(), [holding(HELD)], soon, market);
    expect(recommend(market, investor)[0]!.reasons).not.toContain('Your money is back in time');
  });
});
