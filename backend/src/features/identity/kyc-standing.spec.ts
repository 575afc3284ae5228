import { describe, expect, it } from '@jest/globals';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { systemClock } from '#platform/clock/clock.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { noWalletListed } from '#test/support/listed-wallets.js';
import { Refused } from '#platform/domain/refused.js';
import type { ListedWallets } from '#features/screening/module.public.js';
import { identityStream } from './identity.state.js';
import { KycStanding } from './kyc-standing.js';
import { ToldStanding } from './told-standing.js';

const wallet = 'rIda';
const decided = {
  type: 'KycDecided',
  data: { wallet, applicationId: 'a1', role: 'investor', status: 'verified', provider: 'platform', expiresAt: null },
};
const screened = (hits: object[]) => ({
  type: 'PersonScreened',
  data: { wallet, role: 'landlord', applicationId: 'a2', occasion: 'application', list: { name: 'L' }, hits },
});
const hit = {
  list: 'L',
  entityNumber: '1',
  entryHash: 'e',
  nameHash: 'n',
  birthDateHash: null,
  score: 1,
  level: 'high',
};

/** What the current list says about wallets. */
let listed: ListedWallets = noWalletListed;
async function standing(...facts: [stream: string, event: { type: string; data: object }][]) {
  const store = new MemoryEventStore();
  for (const [stream, event] of facts) await store.append(stream, 'any', [event], context());
  const truth = new KycStanding(store, new BusinessCalendar(store, systemClock, null), listed);
  const told = new ToldStanding(truth, listed, { recordAttempt: async () => {} }, { sandbox: false });
  return { truth, told };
}

describe('verified is every condition of the level and no unresolved hit on the person (rule 1)', () => {
  it('a hit, in whatever role, suspends both roles of a verified wallet', async () => {
    const clean = await standing([identityStream(wallet), decided], [`screening-${wallet}`, screened([])]);
    expect(await clean.truth.isVerified(wallet, 'investor')).toBe(true);
    const found = await standing([identityStream(wallet), decided], [`screening-${wallet}`, screened([hit])]);
    expect(await found.truth.isVerified(wallet, 'investor')).toBe(false);
    expect((await found.truth.stateOf(wallet)).suspended).toBe(true);
    await expect(found.told.mustBeVerified(wallet, 'investor')).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(found.told.mustNotBeHeld(wallet)).rejects.toMatchObject({ reason: 'forbidden' });
  });
});

describe('a wallet that the list names', () => {
  const decidedCase = {
    type: 'ComplianceCaseDecided',
    data: { caseId: 'c', wallet, role: 'investor', applicationId: '', decision: 'clear', hits: [hit] },
  };
  it('is suspended from the moment the list is loaded, before anything is written down', async () => {
    listed = { ...noWalletListed, hitsOf: (asked: string) => (asked === wallet ? [hit] : []) } as ListedWallets;
    const now = await standing([identityStream(wallet), decided]);
    expect((await now.truth.stateOf(wallet)).suspended).toBe(true);
    expect((await now.truth.stateOf('rOther')).suspended).toBe(false);
    await expect(now.told.mayBegin(wallet, 'investor')).rejects.toMatchObject({ reason: 'forbidden' });
    const cleared = await standing([identityStream(wallet), decided], [`screening-${wallet}`, decidedCase]);
    expect((await cleared.truth.stateOf(wallet)).suspended).toBe(false);
    listed = noWalletListed;
  });
  it('without a current list nothing new begins, and what was begun goes on', async () => {
    const mustBeUsable = async () => Promise.reject(new Refused('unavailable', 'no list'));
    listed = { ...noWalletListed, mustBeUsable } as unknown as ListedWallets;
    const now = await standing([identityStream(wallet), decided]);
    for (const role of ['investor', null] as const)
      await expect(now.told.mayBegin(wallet, role)).rejects.toMatchObject({ reason: 'unavailable' });
    await now.told.mustNotBeHeld(wallet);
    expect(await now.truth.isVerified(wallet, 'investor')).toBe(true);
    listed = noWalletListed;
  });
});
