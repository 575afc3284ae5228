import { describe, expect, it } from '@jest/globals';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { systemClock } from '../../platform/clock/clock.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import { identityStream } from './identity.state.js';
import { KycStanding } from './identity.public.js';

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

async function standing(...facts: [stream: string, event: { type: string; data: object }][]): Promise<KycStanding> {
  const store = new MemoryEventStore();
  for (const [stream, event] of facts) await store.append(stream, 'any', [event], context());
  return new KycStanding(store, new BusinessCalendar(store, systemClock, null));
}

describe('verified is every condition of the level and no unresolved hit on the person (rule 1)', () => {
  it('a hit, in whatever role, suspends both roles of a verified wallet', async () => {
    const clean = await standing([identityStream(wallet), decided], [`screening-${wallet}`, screened([])]);
    expect(await clean.isVerified(wallet, 'investor')).toBe(true);
    const found = await standing([identityStream(wallet), decided], [`screening-${wallet}`, screened([hit])]);
    expect(await found.isVerified(wallet, 'investor')).toBe(false);
    expect((await found.stateOf(wallet)).suspended).toBe(true);
    await expect(found.mustBeVerified(wallet, 'investor')).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(found.mustNotBeSuspended(wallet)).rejects.toMatchObject({ reason: 'forbidden' });
  });

  it('a log from before screenings had streams of their own means what it meant', async () => {
    const screening = { outcome: 'approved', hits: [] };
    const before = { type: 'NameScreened', data: { wallet, applicationId: 'a1', screening } };
    const old = await standing([identityStream(wallet), before], [identityStream(wallet), decided]);
    expect(await old.isVerified(wallet, 'investor')).toBe(true);
  });
});
