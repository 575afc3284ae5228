import { describe, expect, it } from '@jest/globals';
import type { IdentityEvent } from '@tknest/contracts/events';
import {
  noticeExpiry,
  recordReport,
  recordReview,
  revokeVerification,
  startVerification,
  submitForm,
  suspendWallet,
} from './identity.decider.js';
import { evolveIdentity, unknownPerson, type IdentityState } from './identity.state.js';

const now = new Date('2026-11-22T12:00:00Z');
const wallet = 'rIda';
const fold = (events: IdentityEvent[], from: IdentityState = unknownPerson) => events.reduce(evolveIdentity, from);
const submission = () => ({
  wallet,
  applicationId: crypto.randomUUID(),
  role: 'investor' as const,
  applicationItem: 'item',
  documents: [],
  agreements: { terms: '1.2', privacy: '1.1', riskDisclosure: '1.1' },
});
const suspend = (suspended: boolean, state = unknownPerson) =>
  suspendWallet({ wallet, suspended, code: 'admin', reasonItem: 'item' }, state);

describe('An admin’s controls of a wallet', () => {
  it('there must be a verification to revoke, for that role', () =>
    expect(() => revokeVerification({ wallet, role: 'landlord', reasonItem: null }, unknownPerson)).toThrow(
      'not verified',
    ));
  it('a suspended wallet cannot apply; lifting it lets it again, and twice the same changes nothing', () => {
    const suspended = fold(suspend(true));
    expect(() => submitForm(submission(), suspended, now, false)).toThrow('suspended');
    expect(suspend(true, suspended)).toEqual([]);
    const lifted = fold(suspend(false, suspended), suspended);
    expect(submitForm(submission(), lifted, now, false)).toHaveLength(1);
  });
});

describe('what a provider reports (rule 9)', () => {
  const started = { wallet, role: 'investor', provider: 'sumsub', externalId: 'x', providerId: 'a' } as const;
  const begun = fold(startVerification(started, unknownPerson, now));
  const report = (status: 'in_progress' | 'approved' | 'declined', since: string) =>
    ({ ...started, status, since, reportItem: null }) as const;
  const approved = fold(recordReport(report('approved', '2026-11-22T12:00:00.000Z'), begun), begun);

  it('is applied once, however often it is read', () =>
    expect(recordReport(report('approved', '2026-11-22T12:00:00.000Z'), approved)).toEqual([]));
  it('is ignored where it is older than what is known', () =>
    expect(recordReport(report('declined', '2026-11-22T11:59:00.000Z'), approved)).toEqual([]));
  it('is taken where it is newer, and remembers that an approval was taken back', () => {
    const declined = fold(recordReport(report('declined', '2026-11-22T12:01:00.000Z'), approved), approved);
    expect(declined.checks.get('x')).toMatchObject({ status: 'declined', withdrawn: true });
  });
  it('of a verification that never began here is nothing', () =>
    expect(recordReport({ ...report('approved', '2026-11-22T12:00:00.000Z'), externalId: 'y' }, begun)).toEqual([]));
  it('an officer’s clearance lifts the platform’s own suspension, and no admin’s', () => {
    const both = fold([
      ...suspend(true),
      ...suspendWallet({ wallet, suspended: true, code: 'provider-withdrew' }, unknownPerson),
    ]);
    const review = { wallet, role: 'investor', applicationId: 'x', caseId: 'c' } as const;
    const cleared = fold(recordReview({ ...review, decision: 'clear' }, both), both);
    expect([...cleared.suspensions]).toEqual(['admin']);
    expect(recordReview({ ...review, decision: 'reject' }, both)).toHaveLength(1);
  });
});

describe('notices 30, 7 and 1 days before a verification ends (rule 7)', () => {
  const expiresAt = '2027-01-31T12:00:00.000Z';
  const verified = fold([
    {
      type: 'KycDecided',
      data: {
        wallet,
        applicationId: 'a',
        role: 'investor',
        status: 'verified',
        riskLevel: 'low',
        code: null,
        flags: [],
        decidedBy: 'policy',
        provider: 'platform',
        expiresAt,
      },
    },
  ]);
  it('are given once each, on the day or on the first one after it, and none when it is over', () => {
    let state = verified;
    const given = [];
    for (const day of [
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-25',
      '2027-01-26',
      '2027-01-30',
      '2027-02-01',
    ] as const) {
      const events = noticeExpiry(wallet, day, state);
      state = fold(events, state);
      given.push(events.map(({ data }) => (data as { days: number }).days).join());
    }
    expect(given).toEqual(['', '30', '', '7', '', '1', '']);
  });
});
