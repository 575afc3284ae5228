import { describe, expect, it } from '@jest/globals';
import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { needsTwo } from '../../compliance/compliance-case.decider.js';
import { pairOf } from './pair.js';
import { recordWalletScreening, standingOf } from './person-screening.decider.js';
import {
  evolveScreening,
  neverScreened,
  type PersonScreeningState,
  type WalletScreened,
} from './person-screening.state.js';

const wallet = 'rListed';
const hit: ScreeningHit = {
  list: 'OFAC SDN',
  entityNumber: '33854',
  entryHash: 'entry',
  nameHash: 'wallet',
  birthDateHash: null,
  score: 1,
  level: 'high',
};
const look = (changes: Partial<WalletScreened> = {}): WalletScreened => ({
  wallet,
  occasion: 'sign-in',
  list: { name: 'OFAC SDN', published: '2024-05-03' as const, fetchedAt: '2026-11-22T08:00:00.000Z', sha256: 'a' },
  hits: [hit],
  attempt: null,
  ...changes,
});
const newCase = { caseId: 'c1', promiseBy: '2026-11-25' as const };
const record = (data: WalletScreened, state: PersonScreeningState = neverScreened) =>
  recordWalletScreening(data, state, newCase);
const fold = (events: readonly ScreeningEvent[], from: PersonScreeningState = neverScreened) =>
  events.reduce(evolveScreening, from);
const listed = fold(record(look()));
const later = { ...look().list, fetchedAt: '2026-11-23T08:00:00.000Z', sha256: 'b' };

describe('a wallet that a list names', () => {
  it('is suspended in both roles and has a case that takes two persons', () => {
    expect(standingOf(listed)).toMatchObject({ suspended: true, unresolved: [{ level: 'high' }] });
    const [one] = [...listed.cases.values()];
    expect(one).toMatchObject({ kind: 'screening', reason: 'wallet-listed', risk: 'high', state: 'open' });
    expect(needsTwo(listed, one!)).toBe(true);
  });
  it('is written down once, whatever it does next', () => {
    for (const occasion of ['sign-in', 'application', 'payment', 'list'] as const)
      expect(record(look({ occasion }), listed)).toEqual([]);
  });
  it('has each attempt to pay it recorded, with who asked and for how much, and a case if officers decided the last', () => {
    const attempt = { by: 'rAsker', amount: '25', currency: 'RLUSD' } as const;
    const asked = look({ occasion: 'attempt', attempt });
    // The case that its first hit opened is still open.
    expect(record(asked, listed)).toEqual([{ type: 'WalletScreened', data: asked }]);
    expect(record(asked).map(({ type }) => type)).toEqual(['WalletScreened', 'ComplianceCaseOpened']);
    const rejected = fold(
      [
        {
          type: 'ComplianceCaseDecided',
          data: {
            caseId: 'c1',
            wallet,
            role: 'investor',
            applicationId: '',
            decision: 'reject',
            hits: [pairOf(hit)],
            by: 'rOfficer',
            proposedBy: null,
            item: null,
          },
        },
      ] as unknown as ScreeningEvent[],
      listed,
    );
    expect(record(asked, rejected).map(({ type }) => type)).toEqual(['WalletScreened', 'ComplianceCaseOpened']);
  });
  it('stays suspended when a newer list no longer names it: only officers close a hit', () => {
    for (const fetchedAt of ['2026-11-21T08:00:00.000Z', later.fetchedAt])
      expect(record(look({ occasion: 'list', list: { ...later, fetchedAt }, hits: [] }), listed)).toEqual([]);
  });
  it('has one hit where a newer list has the entry in another form', () => {
    const changed = { ...hit, entryHash: 'changed' };
    const after = fold(record(look({ occasion: 'list', list: later, hits: [changed] }), listed), listed);
    expect(standingOf(after).unresolved).toMatchObject([{ entryHash: 'changed' }]);
  });
  it('stays cleared where officers have said that it is not the entry’s, until the entry changes', () => {
    const cleared = fold(
      [
        {
          type: 'ComplianceCaseDecided',
          data: {
            caseId: 'c1',
            wallet,
            role: 'investor',
            applicationId: '',
            decision: 'clear',
            hits: [pairOf(hit)],
            by: 'rOne',
            proposedBy: 'rTwo',
            item: null,
          },
        },
      ],
      listed,
    );
    expect(record(look({ list: later }), cleared)).toEqual([]);
    expect(record(look({ list: later, hits: [{ ...hit, entryHash: 'changed' }] }), cleared)).toHaveLength(2);
  });
  it('of whom nothing is on any list leaves no trace', () => expect(record(look({ hits: [] }))).toEqual([]));
});
