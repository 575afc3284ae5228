import { describe, expect, it } from '@jest/globals';
import type { IdentityEvent, KycRole, ProviderStatus } from '@tknest/contracts/events';
import { assess, type Evidence } from './assess.js';
import { endStanding } from './identity.decider.js';
import { evolveIdentity, unknownPerson, type IdentityState } from './identity.state.js';

const wallet = 'rIda';
const now = new Date('2026-11-22T12:00:00Z');
const clean: Evidence = {
  policy: 'review',
  screening: 'approved',
  screened: true,
  notCompared: false,
  detailsAgree: true,
  drawn: false,
  duplicate: false,
  now,
};
const auto: Evidence = { ...clean, policy: 'auto' };
const AGREED = { terms: '1.2', privacy: '1.1', riskDisclosure: '1.1' };
const form = (role: KycRole, applicationId = `form-${role}`): IdentityEvent => ({
  type: 'KycSubmitted',
  data: { wallet, role, applicationId, applicationItem: 'item', documents: [], agreements: AGREED },
});
const started = (role: KycRole, externalId = `check-${role}`): IdentityEvent => ({
  type: 'VerificationStarted',
  data: { wallet, role, provider: 'persona', externalId, providerId: 'inq' },
});
const reported = (role: KycRole, status: ProviderStatus, externalId = `check-${role}`): IdentityEvent => ({
  type: 'VerificationReported',
  data: { wallet, role, provider: 'persona', externalId, status, since: now.toISOString(), reportItem: null },
});
const reviewed = (role: KycRole, applicationId: string, decision: 'clear' | 'reject'): IdentityEvent => ({
  type: 'VerificationReviewed',
  data: { wallet, role, applicationId, caseId: 'c', decision },
});
const fold = (...events: IdentityEvent[]): IdentityState => events.reduce(evolveIdentity, unknownPerson);
const says = (state: IdentityState, role: KycRole, evidence: Evidence) => {
  const assessed = assess(state, role, evidence);
  return assessed && [assessed.standing.status, assessed.standing.code, assessed.cases.map(({ reason }) => reason)];
};

describe('a renewal', () => {
  const decided = (applicationId: string, expiresAt: string): IdentityEvent => ({
    type: 'KycDecided',
    data: {
      wallet,
      role: 'investor',
      applicationId,
      status: 'verified',
      riskLevel: 'low',
      code: null,
      flags: [],
      decidedBy: 'reviewer',
      provider: 'platform',
      expiresAt,
    },
  });
  const soon = '2026-12-01T00:00:00.000Z';
  const renewed = fold(form('investor', 'old'), decided('old', soon), form('investor', 'new'));

  it('that waits for an officer leaves what was verified before, and asks for the case', () =>
    expect(assess(renewed, 'investor', clean)).toMatchObject({
      standing: { applicationId: 'old', status: 'verified', expiresAt: soon },
      cases: [{ reason: 'review-by-policy' }],
    }));
  it('takes its place when an officer has cleared it, and ends it when an officer has refused', () => {
    const after = (decision: 'clear' | 'reject') =>
      assess(evolveIdentity(renewed, reviewed('investor', 'new', decision)), 'investor', clean)?.standing;
    expect(after('clear')).toMatchObject({ applicationId: 'new', status: 'verified', expiresAt: expect.any(String) });
    expect(after('clear')?.expiresAt).not.toBe(soon);
    expect(after('reject')).toMatchObject({ applicationId: 'new', status: 'rejected' });
  });
  it('is pending like any application once the old one has ended, or where a hit stands against the person', () => {
    expect(says(renewed, 'investor', { ...clean, now: new Date('2026-12-02') })?.[0]).toBe('pending');
    expect(says(renewed, 'investor', { ...clean, screening: 'pending' })?.[0]).toBe('pending');
  });
});

describe('KYC_POLICY (rule 2)', () => {
  it.each(['investor', 'landlord'] as const)('auto: form, documents and clean screening verify a %s at once', (role) =>
    expect(assess(fold(form(role)), role, auto)?.standing).toMatchObject({
      status: 'verified',
      riskLevel: 'low',
      decidedBy: 'policy',
      provider: 'platform',
      expiresAt: '2027-11-22T12:00:00.000Z',
    }),
  );
  it('review: a form alone waits for a provider or an officer, in both roles', () => {
    for (const role of ['investor', 'landlord'] as const)
      expect(says(fold(form(role)), role, clean)).toEqual(['pending', 'manual-review', ['review-by-policy']]);
  });
  it('review: what the provider approved waits for an officer if it is drawn, as it would with an undecided hit', () => {
    const state = fold(started('investor'), reported('investor', 'approved'));
    const drawn = assess(state, 'investor', { ...clean, drawn: true });
    const hit = assess(state, 'investor', { ...clean, screening: 'pending' });
    expect(drawn?.standing).toEqual(hit?.standing);
    expect(drawn?.cases).toMatchObject([{ kind: 'documents', risk: 'low', reason: 'drawn-for-review' }]);
    const cleared = evolveIdentity(state, reviewed('investor', drawn!.standing.applicationId, 'clear'));
    expect(says(cleared, 'investor', { ...clean, drawn: true })).toEqual(['verified', null, []]);
  });
  it('review: an investor is verified by the provider alone', () =>
    expect(
      assess(fold(started('investor'), reported('investor', 'approved')), 'investor', clean)?.standing,
    ).toMatchObject({
      status: 'verified',
      decidedBy: 'provider',
      provider: 'persona',
    }));
  it('a provider alone never verifies a landlord, by whatever policy', () => {
    const state = fold(started('landlord'), reported('landlord', 'approved'));
    for (const evidence of [auto, clean])
      expect(says(state, 'landlord', evidence)).toEqual(['pending', 'form-required', []]);
  });
  it('review: a landlord is verified by form and provider, in either order', () => {
    const [a, b, c] = [form('landlord'), started('landlord'), reported('landlord', 'approved')];
    for (const events of [
      [a, b, c],
      [b, c, a],
    ])
      expect(says(fold(...events), 'landlord', clean)).toEqual(['verified', null, []]);
  });
  it('review: an officer stands in for the provider, never for a landlord’s form', () => {
    for (const role of ['investor', 'landlord'] as const)
      expect(says(fold(form(role), reviewed(role, `form-${role}`, 'clear')), role, clean)).toEqual([
        'verified',
        null,
        [],
      ]);
    const noForm = fold(
      started('landlord'),
      reported('landlord', 'declined'),
      reviewed('landlord', 'check-landlord', 'clear'),
    );
    expect(says(noForm, 'landlord', clean)).toEqual(['pending', 'form-required', []]);
  });
  it('an officer’s refusal holds for that application, in whatever policy', () => {
    const refused = fold(form('investor'), reviewed('investor', 'form-investor', 'reject'));
    expect(says(refused, 'investor', auto)).toEqual(['rejected', 'reviewer-rejected', []]);
    const again = evolveIdentity(refused, form('investor', 'another'));
    expect(says(again, 'investor', auto)).toEqual(['verified', null, []]);
  });
  it('what is only begun is not decided on', () => {
    expect(assess(unknownPerson, 'investor', auto)).toBeNull();
    for (const status of ['pending', 'in_progress', 'needs_review', 'expired'] as const)
      expect(assess(fold(started('investor'), reported('investor', status)), 'investor', auto)).toBeNull();
  });
});

describe('verified is every condition of the level and no unresolved hit (rule 1)', () => {
  const all = fold(form('landlord'), started('landlord'), reported('landlord', 'approved'));
  const cleared = evolveIdentity(all, reviewed('landlord', 'form-landlord', 'clear'));
  it.each([all, cleared])('no provider, form or officer’s word on the form sets a hit aside', (state) => {
    for (const policy of ['auto', 'review'] as const) {
      expect(says(state, 'landlord', { ...clean, policy, screening: 'rejected' })).toEqual([
        'rejected',
        'screening-hit',
        [],
      ]);
      expect(says(state, 'landlord', { ...clean, policy, screening: 'pending' })?.[0]).toBe('pending');
    }
  });
  it('who was refused by the provider before anything was screened is refused', () => {
    const state = fold(started('investor'), reported('investor', 'declined'));
    expect(says(state, 'investor', { ...clean, screened: false })?.[0]).toBe('rejected');
  });
  it('without a list nobody is verified: it fails closed', () =>
    expect(says(all, 'landlord', { ...auto, screened: false })).toEqual(['pending', 'screening-unavailable', []]));
});

describe('form, provider and both roles must be one person (rules 3 and 6)', () => {
  it('names or birth dates that disagree wait for an officer, in whatever policy', () => {
    for (const evidence of [auto, clean])
      expect(says(fold(form('investor')), 'investor', { ...evidence, detailsAgree: false })).toEqual([
        'pending',
        'details-differ',
        ['names-disagree'],
      ]);
  });
  it('the number of another wallet opens a case and blocks, whatever the policy; who was verified before keeps it', () => {
    const state = fold(form('investor'));
    for (const policy of [auto, clean])
      expect(says(state, 'investor', { ...policy, duplicate: true })).toMatchObject([
        'pending',
        'duplicate-identity',
        ['duplicate-identity'],
      ]);
    const { standing } = assess(state, 'investor', auto)!;
    const first = evolveIdentity(state, {
      type: 'KycDecided',
      data: { wallet, role: 'investor', ...standing, flags: [] },
    });
    expect(says(first, 'investor', { ...auto, duplicate: true })?.slice(0, 2)).toEqual(['verified', null]);
  });
});

describe('what a provider takes back (rule 9)', () => {
  const verified = fold(started('investor'), reported('investor', 'approved'));
  it.each(['declined', 'pending', 'redacted', 'retry'] as const)(
    '%s after approval suspends and opens a case',
    (status) => {
      const state = evolveIdentity(verified, reported('investor', status));
      const assessed = assess(state, 'investor', clean);
      expect(assessed).toMatchObject({ suspends: true, cases: [{ kind: 'provider', risk: 'high' }] });
      expect(assessed?.standing.status).not.toBe('verified');
      const cleared = evolveIdentity(state, reviewed('investor', 'check-investor', 'clear'));
      expect(assess(cleared, 'investor', clean)).toMatchObject({ suspends: false, standing: { status: 'verified' } });
    },
  );
  it('who was declined does not get past it with another attempt', () => {
    const state = fold(started('investor'), reported('investor', 'declined'), started('investor', 'second'));
    const approved = evolveIdentity(state, reported('investor', 'approved', 'second'));
    expect(says(approved, 'investor', clean)).toEqual(['pending', 'manual-review', ['provider-declined']]);
  });
});

describe('a verification that holds', () => {
  const decided = (status: 'verified' | 'pending', expiresAt: string | null): IdentityEvent => ({
    type: 'KycDecided',
    data: {
      wallet,
      applicationId: 'form-investor',
      role: 'investor',
      status,
      riskLevel: 'low',
      code: null,
      flags: [],
      decidedBy: 'policy',
      provider: 'platform',
      expiresAt,
    },
  });
  it('is not taken away by a stricter policy, and not prolonged by itself', () => {
    const current = fold(form('investor'), decided('verified', '2027-01-01T00:00:00.000Z'));
    expect(assess(current, 'investor', clean)?.standing).toMatchObject({
      status: 'verified',
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    const ended = fold(form('investor'), decided('verified', '2026-01-01T00:00:00.000Z'));
    expect(assess(ended, 'investor', auto)?.standing.expiresAt).toBe('2026-01-01T00:00:00.000Z');
    const anew = [started('investor'), reported('investor', 'approved')].reduce(evolveIdentity, ended);
    expect(assess(anew, 'investor', clean)?.standing.expiresAt).toBe('2027-11-22T12:00:00.000Z');
  });
  it('that an admin revoked stays so, and is not given back by policy alone', () => {
    const revoked = fold(form('investor'), decided('verified', null), {
      type: 'VerificationRevoked',
      data: { wallet, role: 'investor', reasonItem: null },
    });
    expect(says(revoked, 'investor', auto)).toEqual(['rejected', 'verification-revoked', []]);
    const again = evolveIdentity(revoked, form('investor', 'another'));
    expect(says(again, 'investor', auto)).toEqual(['pending', 'manual-review', ['review-by-policy']]);
  });
  it('that is over stays what its person was told, whatever hit comes later', () => {
    const hit: Evidence = { ...clean, screening: 'rejected' };
    const revoked = fold(form('investor'), decided('verified', null), {
      type: 'VerificationRevoked',
      data: { wallet, role: 'investor', reasonItem: null },
    });
    expect(says(revoked, 'investor', hit)).toEqual(['rejected', 'verification-revoked', []]);
    const rejected = fold(form('investor'), reviewed('investor', 'form-investor', 'reject'));
    expect(says(rejected, 'investor', hit)).toEqual(['rejected', 'reviewer-rejected', []]);
    for (const over of [revoked, rejected])
      expect(says(evolveIdentity(over, form('investor', 'another')), 'investor', hit)![1]).toBe('screening-hit');
  });
});

describe('a wallet that an officer said stands for nobody any more', () => {
  it('is not verified by policy alone, also where it was not verified yet', () => {
    const waiting = fold({
      type: 'KycSubmitted',
      data: {
        wallet,
        role: 'investor',
        applicationId: 'form-investor',
        applicationItem: 'item',
        documents: [
          { id: 'd', kind: 'idDocument', mediaType: 'image/png', bytes: 1, item: 'i', scan: 'quarantined' } as never,
        ],
        agreements: AGREED,
      },
    });
    expect(says(waiting, 'investor', auto)?.[0]).toBe('pending');
    const ended = endStanding({ wallet, reasonItem: 'why' }, waiting).reduce(evolveIdentity, waiting);
    const scanned = evolveIdentity(ended, {
      type: 'DocumentScanned',
      data: { wallet, documentId: 'd', scan: 'clean' } as never,
    });
    expect(says(scanned, 'investor', auto)?.[0]).not.toBe('verified');
  });
  it('is not verified by policy alone when it applies only then', () => {
    const ended = endStanding({ wallet, reasonItem: 'why' }, unknownPerson).reduce(evolveIdentity, unknownPerson);
    expect(says(evolveIdentity(ended, form('investor')), 'investor', auto)?.[0]).not.toBe('verified');
  });
});

describe('a name that cannot be compared with the list', () => {
  const unclear: Evidence = { ...auto, screening: 'pending', notCompared: true };
  it('opens a case whatever the policy, and an officer decides', () => {
    const applied = fold(form('investor'));
    expect(says(applied, 'investor', unclear)).toEqual(['pending', 'manual-review', ['name-not-compared']]);
    const cleared = evolveIdentity(applied, reviewed('investor', 'form-investor', 'clear'));
    expect(says(cleared, 'investor', unclear)).toEqual(['verified', null, []]);
    expect(says(cleared, 'investor', { ...unclear, notCompared: false })?.[0]).toBe('pending');
  });
});
