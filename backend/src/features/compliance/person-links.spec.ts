import { describe, expect, it } from '@jest/globals';
import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { decideCase } from './compliance-case.decider.js';
import { linkWallets, setWalletsApart } from './person-links.decider.js';
import { inheritHits, recordScreening, standingOf } from '#features/screening/person/person-screening.decider.js';
import { pairOf } from '#features/screening/person/pair.js';
import {
  evolveScreening,
  neverScreened,
  type PersonScreeningState,
} from '#features/screening/person/person-screening.state.js';

const hit = (entityNumber: string, level: ScreeningHit['level'] = 'high'): ScreeningHit => ({
  list: 'L',
  entityNumber,
  entryHash: 'e',
  nameHash: 'n',
  birthDateHash: null,
  score: 0.97,
  level,
});
const list = { name: 'L', published: '2024-05-03' as const, fetchedAt: '', sha256: 'a' };
const newCase = { caseId: 'case', promiseBy: '2026-11-25' as const };
const fold = (events: ScreeningEvent[], from: PersonScreeningState = neverScreened) =>
  events.reduce(evolveScreening, from);
const screened = (occasion: 'application' | 'list', hits: ScreeningHit[], from = neverScreened) =>
  fold(
    recordScreening(
      {
        wallet: 'rNew',
        role: 'investor',
        applicationId: 'a',
        occasion,
        subjectItem: 'i',
        list: { ...list, sha256: String(Math.random()) },
        matcher: 'm',
        outcome: hits.length > 0 ? 'rejected' : 'approved',
        riskLevel: 'low',
        hits,
      },
      from,
      newCase,
    ),
    from,
  );
const of = { wallet: 'rNew', from: 'rOld', role: 'investor', applicationId: 'a' } as const;
const inherit = (other: PersonScreeningState, state: PersonScreeningState) => inheritHits(of, other, state, newCase);
const clean = screened('application', []);
const listed = screened('application', [hit('1')]);
const refusal = (reason: string) => expect.objectContaining({ reason });

describe('what stands against another wallet of the person (rule 6)', () => {
  it('stands against this one too: it is suspended and has a case', () => {
    const events = inherit(listed, clean);
    expect(events).toMatchObject([
      { type: 'HitsInherited', data: { wallet: 'rNew', from: 'rOld', hits: [{ entityNumber: '1' }] } },
      { type: 'ComplianceCaseOpened', data: { kind: 'screening', risk: 'high', reason: 'linked-wallet' } },
    ]);
    expect(standingOf(fold(events, clean))).toMatchObject({ suspended: true });
  });
  it('is written once, and ends here when it ends there', () => {
    const held = fold(inherit(listed, clean), clean);
    expect(inherit(listed, held)).toEqual([]);
    const released = fold(inherit(clean, held), held);
    expect(standingOf(released).suspended).toBe(false);
    expect([...released.cases.values()]).toMatchObject([{ state: 'open' }]);
  });
  it('is not lost when this one’s own names are compared with a new list', () => {
    const held = fold(inherit(listed, clean), clean);
    expect(standingOf(screened('list', [], held)).suspended).toBe(true);
  });
  it('goes no further by itself: in a ring each wallet inherits from each, and nothing comes back', () => {
    const held = fold(inherit(listed, clean), clean);
    expect(inheritHits({ ...of, wallet: 'rOld', from: 'rNew' }, held, clean, newCase)).toEqual([]);
  });
  it('does not come back where this wallet’s own case has cleared it by two', () => {
    let held = fold(inherit(listed, clean), clean);
    for (const by of ['rFirst', 'rSecond']) {
      const { revision } = held.cases.get('case')!;
      const command = { wallet: 'rNew', caseId: 'case', decision: 'clear', hits: ['1'], item: 'why' } as const;
      held = fold(decideCase({ ...command, revision, by, linked: false, officers: 2 }, held), held);
    }
    expect(standingOf(held).suspended).toBe(false);
    expect(inherit(listed, held)).toEqual([]);
  });
  it('and was found here as well is one hit, whose own screening decides', () => {
    expect(inherit(listed, listed)).toEqual([]);
    const confirmed = fold(
      [
        {
          type: 'ComplianceCaseDecided',
          data: {
            caseId: 'case',
            wallet: 'rNew',
            role: 'investor',
            applicationId: 'a',
            decision: 'reject',
            hits: [pairOf(hit('1'))],
            by: 'rFirst',
            proposedBy: null,
            item: 'why',
          },
        },
      ],
      listed,
    );
    expect(inherit(confirmed, clean)).toHaveLength(2);
  });
});

describe('an officer says which wallets are one person’s', () => {
  const command = { wallet: 'rNew', other: 'rOld', by: 'rOfficer', item: 'why', own: false };
  const link = (state: PersonScreeningState, more: object = {}) =>
    linkWallets({ ...command, ends: null, ...more }, state);
  const part = (state: PersonScreeningState, more: object = {}) =>
    setWalletsApart({ ...command, sameNumber: false, ...more }, state);

  it('links them once, and takes it back once', () => {
    const linked = fold(link(clean), clean);
    expect([...linked.linked]).toEqual(['rOld']);
    expect(() => link(linked)).toThrow(refusal('conflict'));
    const apart = fold(part(linked), linked);
    expect([[...apart.linked], [...apart.apart]]).toEqual([[], ['rOld']]);
    expect(() => part(apart)).toThrow(refusal('conflict'));
    expect([...fold(link(apart), apart).apart]).toEqual([]);
  });
  it('sets apart only what is linked, or has the same number', () => {
    expect(() => part(clean)).toThrow(refusal('conflict'));
    expect(part(clean, { sameNumber: true })).toHaveLength(1);
  });
  it('never about a wallet of their own, never a wallet with itself, and ends one of the two alone', () => {
    expect(() => link(clean, { own: true })).toThrow(refusal('forbidden'));
    expect(() => part(fold(link(clean), clean), { own: true })).toThrow(refusal('forbidden'));
    expect(() => link(clean, { other: 'rNew' })).toThrow(refusal('invalid'));
    expect(() => link(clean, { ends: 'rThird' })).toThrow(refusal('invalid'));
  });
  it('releases nothing by setting apart: what stood against the wallet stays until its own case is decided', () => {
    const held = fold(inherit(listed, clean), clean);
    const apart = fold(part(held, { sameNumber: true }), held);
    expect(standingOf(apart).suspended).toBe(true);
    expect(standingOf(screened('list', [], apart)).suspended).toBe(true);
  });
});
