import { describe, expect, it } from '@jest/globals';
import { DELAYS_MS, initialWorld, obstacleTo, PROPERTY, simulate, walletOf, type Deed, type World } from './simulator';

const done = (world: World, deed: Deed, at = 1_000): World => {
  const begun = simulate(world, { do: 'begin', deed, at });
  return simulate(begun, { do: 'end', id: begun.transactions[0]!.id, deed, at: at + DELAYS_MS[deed.type] });
};
const balances = ({ wallets }: World) =>
  Object.fromEntries(wallets.map(({ role, rlusdBalance }) => [role, rlusdBalance]));
const line: Deed = { type: 'trust_setup', role: 'property_owner' };
const purchase: Deed = { type: 'property_purchase', tokens: 10 };
const payout: Deed = { type: 'monthly_payout' };

describe('The test simulator', () => {
  it('§9 begins with owner 0, investor 10000, platform 500; a property of 1000 tokens at 100, 8.5 a month', () => {
    expect(balances(initialWorld)).toEqual({ investor: 10_000, property_owner: 0, platform: 500 });
    expect(initialWorld.wallets.map(({ role, hasTrustLine }) => [role, hasTrustLine])).toEqual([
      ['investor', true],
      ['property_owner', false],
      ['platform', true],
    ]);
    expect(PROPERTY).toMatchObject({ tokenPrice: 100, tokens: 1000, monthlyPayout: 8.5 });
  });

  it('§9 takes 2 s for a trust line, 3 s for a purchase, 2 s for a payout', () =>
    expect(DELAYS_MS).toEqual({ trust_setup: 2_000, property_purchase: 3_000, monthly_payout: 2_000 }));

  it('§4 trust line set-up sets hasTrustLine, and not before its time', () => {
    const begun = simulate(initialWorld, { do: 'begin', deed: line, at: 0 });
    expect([begun.transactions[0]!.status, walletOf(begun, 'property_owner').hasTrustLine]).toEqual(['pending', false]);
    expect(walletOf(done(initialWorld, line), 'property_owner')).toMatchObject({
      hasTrustLine: true,
      lastActivity: 3_000,
    });
  });

  it('§4 a purchase: the buyer pays the total, the owner gets 97.5%, the platform 2.5%', () => {
    const after = done(done(initialWorld, line), purchase);
    expect(balances(after)).toEqual({ investor: 9_000, property_owner: 975, platform: 525 });
    expect(after.before).toEqual({ investor: 10_000, property_owner: 0, platform: 500 });
    expect(after.transactions[0]).toMatchObject({ type: 'property_purchase', status: 'confirmed', amount: 1_000 });
  });

  it('§4 a month moves the property’s monthly payout from owner to investor', () =>
    expect(balances(done(done(done(initialWorld, line), purchase), payout))).toEqual({
      investor: 9_008.5,
      property_owner: 966.5,
      platform: 525,
    }));

  it('every sum stays in the world, to the cent, whatever is played', () => {
    let world = done(initialWorld, line);
    for (const tokens of [1, 7, 13, 33]) world = done(done(world, { type: 'property_purchase', tokens }), payout);
    expect(Object.values(balances(world)).reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(1_050_000);
  });

  it('fails, and moves nothing, what cannot be done', () => {
    const failed = simulate(initialWorld, { do: 'begin', deed: purchase, at: 0 });
    expect(failed.transactions[0]).toMatchObject({
      status: 'failed',
      description: expect.stringContaining('no trust line'),
    });
    expect(balances(failed)).toEqual(balances(initialWorld));
    const owner = done(initialWorld, line);
    expect(obstacleTo({ type: 'property_purchase', tokens: 101 }, owner)).toBe('Investor does not have enough RLUSD');
    expect(obstacleTo(payout, owner)).toBe('Property owner does not have enough RLUSD');
    for (const tokens of [0, 0.5, 1001])
      expect(obstacleTo({ type: 'property_purchase', tokens }, owner)).toMatch(/Choose 1 to/);
  });

  it('does one thing at a time; a doubled click is nothing', () => {
    const begun = simulate(initialWorld, { do: 'begin', deed: line, at: 0 });
    expect(simulate(begun, { do: 'begin', deed: line, at: 1 })).toBe(begun);
  });

  it('§4 reset restores the wallets and clears the transactions, also of what was under way', () => {
    const begun = simulate(done(initialWorld, line), { do: 'begin', deed: purchase, at: 0 });
    const reset = simulate(begun, { do: 'reset' });
    expect(reset).toEqual(initialWorld);
    expect(simulate(reset, { do: 'end', id: begun.transactions[0]!.id, deed: purchase, at: 1 })).toEqual(initialWorld);
  });
});
