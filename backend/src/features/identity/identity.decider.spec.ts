import { describe, expect, it } from '@jest/globals';
import type { IdentityEvent } from '@tknest/contracts/events';
import {
  evolveIdentity,
  revokeVerification,
  submitApplication,
  suspendWallet,
  unknownPerson,
  type IdentityState,
} from './identity.decider.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const reason = 'The address proof was forged';
const fold = (events: IdentityEvent[], from: IdentityState = unknownPerson) => events.reduce(evolveIdentity, from);
const apply = (state: IdentityState, role: 'investor' | 'landlord' = 'investor') =>
  submitApplication(
    {
      submission: { wallet: 'rIda', applicationId: crypto.randomUUID(), role, applicationItem: 'item', documents: [] },
      screening: 'approved',
      now: NOW,
    },
    state,
  );
const verified = fold(apply(unknownPerson));
const decision = (events: IdentityEvent[]) => events.at(-1)!.data as { status: string };

describe('An admin’s brakes on a wallet (point 21)', () => {
  it('a verification that was revoked is gone, and policy alone does not give it back', () => {
    const revoked = fold(revokeVerification({ wallet: 'rIda', role: 'investor', reason }, verified), verified);
    expect(revoked.standing.investor).toMatchObject({ status: 'rejected', reason: 'Your verification was withdrawn' });
    expect(decision(apply(revoked)).status).toBe('pending');
    expect(decision(apply(revoked, 'landlord')).status).toBe('verified');
  });
  it('there must be a verification to revoke, for that role', () => {
    expect(() => revokeVerification({ wallet: 'rIda', role: 'landlord', reason }, verified)).toThrow('not verified');
  });
  it('a suspended wallet cannot apply; lifting it lets it again, and twice the same changes nothing', () => {
    const suspended = fold(suspendWallet({ wallet: 'rIda', suspended: true, reason }, unknownPerson));
    expect(() => apply(suspended)).toThrow('suspended');
    expect(suspendWallet({ wallet: 'rIda', suspended: true, reason }, suspended)).toEqual([]);
    const lifted = fold(suspendWallet({ wallet: 'rIda', suspended: false, reason }, suspended), suspended);
    expect(decision(apply(lifted)).status).toBe('verified');
  });
});
