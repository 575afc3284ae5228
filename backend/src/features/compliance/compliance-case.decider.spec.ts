import { describe, expect, it } from '@jest/globals';
import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { answerCase, assignCase, decideCase, noteCase, needsTwo, type DecideCase } from './compliance-case.decider.js';
import {
  openComplianceCase,
  recordScreening,
  standingOf,
} from '#features/screening/person/person-screening.decider.js';
import {
  evolveScreening,
  neverScreened,
  type PersonScreeningState,
} from '#features/screening/person/person-screening.state.js';

const wallet = 'rIda';
const caseId = 'case';
const newCase = { caseId, promiseBy: '2026-11-25' as const };
const digests = { entryHash: 'e', nameHash: 'n', birthDateHash: null };
const hit = (entityNumber: string, level: ScreeningHit['level']): ScreeningHit => ({
  list: 'L',
  entityNumber,
  ...digests,
  score: 0.9,
  level,
});
const fold = (events: ScreeningEvent[], from: PersonScreeningState) => events.reduce(evolveScreening, from);
const list = { name: 'L', published: '2024-05-03' as const, fetchedAt: '', sha256: 'a' };
const with_ = (...hits: ScreeningHit[]) =>
  fold(
    recordScreening(
      {
        wallet,
        role: 'investor',
        applicationId: 'a',
        occasion: 'application',
        subjectItem: 'i',
        list,
        matcher: 'm',
        outcome: 'pending',
        riskLevel: 'medium',
        hits,
      },
      neverScreened,
      newCase,
    ),
    neverScreened,
  );
const decide = (state: PersonScreeningState, changes: Partial<DecideCase> = {}) =>
  decideCase(
    {
      wallet,
      caseId,
      decision: 'clear',
      revision: state.cases.get(caseId)!.revision,
      hits: ['1'],
      by: 'rFirst',
      item: 'why',
      linked: false,
      officers: 2,
      ...changes,
    },
    state,
  );
const medium = with_(hit('1', 'medium'));
const high = with_(hit('1', 'high'));
const refusal = (reason: string) => expect.objectContaining({ reason });

describe('a decision on a case (rules 5 and 10)', () => {
  it('carries the revision that the officer saw; another is refused', () => {
    expect(() => decide(medium, { revision: 7 })).toThrow(refusal('conflict'));
    expect(decide(medium)).toMatchObject([{ type: 'ComplianceCaseDecided', data: { proposedBy: null } }]);
  });

  it('to clear names every open hit and no other', () => {
    const two = with_(hit('1', 'medium'), hit('2', 'medium'));
    for (const hits of [undefined, [], ['1'], ['1', '2', '3']])
      expect(() => decide(two, { hits })).toThrow(refusal('invalid'));
    expect(decide(two, { hits: ['2', '1'] })).toHaveLength(1);
  });

  it('to clear a high hit takes two persons, never one as both', () => {
    expect([needsTwo(high, high.cases.get(caseId)!), needsTwo(medium, medium.cases.get(caseId)!)]).toEqual([
      true,
      false,
    ]);
    const proposed = fold(decide(high), high);
    expect(standingOf(proposed).suspended).toBe(true);
    expect(() => decide(proposed)).toThrow(refusal('forbidden'));
    const cleared = fold(decide(proposed, { by: 'rSecond', hits: undefined }), proposed);
    expect(cleared.cases.get(caseId)).toMatchObject({ state: 'decided', decision: 'clear' });
    expect(standingOf(cleared).suspended).toBe(false);
  });

  it('is never made by one person as both, under another wallet of theirs either', () => {
    const proposed = fold(decide(high), high);
    for (const decision of ['clear', 'return'] as const)
      expect(() => decide(proposed, { by: 'rSecond', alsoBy: ['rFirst'], decision })).toThrow(refusal('forbidden'));
    expect(decide(proposed, { by: 'rSecond', alsoBy: ['rThird'] })).toHaveLength(1);
  });

  it('of a second person who agrees needs no sentence of its own; every other needs one', () => {
    expect(() => decide(high, { item: null })).toThrow(refusal('invalid'));
    const proposed = fold(decide(high), high);
    expect(decide(proposed, { by: 'rSecond', item: null })).toMatchObject([
      { data: { item: null, proposedBy: 'rFirst' } },
    ]);
    for (const decision of ['reject', 'ask', 'return'] as const)
      expect(() => decide(proposed, { by: 'rSecond', item: null, decision })).toThrow(refusal('invalid'));
  });

  it('that the second person gives back is open again for the first, and nothing was cleared', () => {
    expect(() => decide(high, { decision: 'return' })).toThrow(refusal('conflict'));
    const proposed = fold(decide(high), high);
    expect(() => decide(proposed, { decision: 'return' })).toThrow(refusal('forbidden'));
    const returned = fold(decide(proposed, { by: 'rSecond', decision: 'return' }), proposed);
    expect(returned.cases.get(caseId)).toMatchObject({ state: 'open', proposal: null, revision: 2 });
    expect(standingOf(returned).suspended).toBe(true);
    // The proposer and the one who sends the case back may swap roles, but one person is never both.
    const again = fold(decide(returned, { by: 'rSecond' }), returned);
    expect(() => decide(again, { by: 'rSecond' })).toThrow(refusal('forbidden'));
  });

  it('by two officers at once is made by one: the other has seen another revision', () => {
    const { revision } = high.cases.get(caseId)!;
    const after = fold(decide(high, { by: 'rFirst', revision }), high);
    expect(() => decide(after, { by: 'rSecond', revision })).toThrow(refusal('conflict'));
    expect(standingOf(after).suspended).toBe(true);
  });

  it('is made on what the officer saw: a hit that a new list brought, changed or dropped is another revision', () => {
    const seen = with_(hit('1', 'high'), hit('2', 'medium'));
    const byList = (...hits: ScreeningHit[]) =>
      fold(recordScreening({ ...seen.latest.investor!, occasion: 'list', hits }, seen, newCase), seen);
    const { revision } = seen.cases.get(caseId)!;
    for (const after of [
      byList(hit('1', 'high'), hit('2', 'medium'), hit('3', 'medium')),
      byList(hit('1', 'high'), { ...hit('2', 'medium'), entryHash: 'changed' }),
      byList(hit('1', 'high')),
      byList(),
    ])
      for (const decision of ['clear', 'reject'] as const)
        expect(() => decide(after, { decision, revision, hits: ['1', '2'] })).toThrow(refusal('conflict'));
    // The same hits again add nothing new.
    expect(byList(hit('1', 'high'), hit('2', 'medium')).cases.get(caseId)!.revision).toBe(revision);
  });

  it('stands as proposed where a list has a hit no more; the second person looks at it all the same', () => {
    const seen = with_(hit('1', 'high'), hit('2', 'medium'));
    const proposed = fold(decide(seen, { hits: ['1', '2'] }), seen);
    const left = { ...seen.latest.investor!, occasion: 'list' as const, hits: [hit('1', 'high')] };
    const after = fold(recordScreening(left, proposed, newCase), proposed);
    const { state, revision } = after.cases.get(caseId)!;
    expect([state, revision]).toEqual(['second-approval', proposed.cases.get(caseId)!.revision + 1]);
    const cleared = fold(decide(after, { by: 'rSecond', hits: undefined }), after);
    expect(standingOf(cleared).suspended).toBe(false);
  });

  it('clears nobody of whom not every wallet is known: one that came after those that are followed', () => {
    const documents = fold(
      openComplianceCase(
        {
          wallet,
          role: 'investor',
          applicationId: 'a',
          kind: 'documents',
          risk: 'medium',
          reason: 'duplicate-identity',
        },
        neverScreened,
        newCase,
      ),
      neverScreened,
    );
    expect(() => decide(documents, { hits: [], isBeyond: true })).toThrow(/Separate this one from the others first/);
    expect(decide(documents, { hits: [], isBeyond: true, decision: 'reject' })).toHaveLength(1);
  });

  it('to clear a high hit with fewer than two officers is refused, naming the setting', () => {
    expect(() => decide(high, { officers: 1 })).toThrow(/COMPLIANCE_WALLETS/);
  });

  it('is never made on a wallet linked to one’s own', () => {
    for (const decision of ['clear', 'reject', 'ask'] as const)
      expect(() => decide(medium, { linked: true, decision })).toThrow(refusal('forbidden'));
  });

  it('is made once; a confirmed hit alone can be cleared later, by two', () => {
    const rejected = fold(decide(medium, { decision: 'reject' }), medium);
    expect(standingOf(rejected)).toMatchObject({ suspended: true });
    expect(() => decide(rejected, { decision: 'reject' })).toThrow(refusal('conflict'));
    const proposed = fold(decide(rejected), rejected);
    expect(proposed.cases.get(caseId)).toMatchObject({ state: 'second-approval' });
    const cleared = fold(decide(proposed, { by: 'rSecond' }), proposed);
    expect(standingOf(cleared).suspended).toBe(false);
    expect(() => decide(cleared, { hits: [] })).toThrow(refusal('conflict'));
  });

  it('can wait for the applicant, whose answer opens the case again', () => {
    const answer = { caseId, wallet, item: 'a', documents: [] };
    expect(() => answerCase(answer, medium)).toThrow(refusal('conflict'));
    const asked = fold(decide(medium, { decision: 'ask' }), medium);
    expect(asked.cases.get(caseId)).toMatchObject({ state: 'asked', revision: 1 });
    expect(fold(answerCase(answer, asked), asked).cases.get(caseId)).toMatchObject({ state: 'open', revision: 2 });
    expect(() => answerCase({ ...answer, caseId: 'other' }, asked)).toThrow(refusal('not-found'));
  });

  it('on documents needs no hit and closes none', () => {
    const command = { wallet, role: 'investor', applicationId: 'a', kind: 'documents', risk: 'low' } as const;
    const both = fold(
      openComplianceCase({ ...command, reason: 'review-by-policy' }, high, { ...newCase, caseId: 'papers' }),
      high,
    );
    const cleared = fold(decide(both, { caseId: 'papers', revision: 0, hits: [] }), both);
    expect(cleared.cases.get('papers')).toMatchObject({ state: 'decided' });
    expect(standingOf(cleared).suspended).toBe(true);
  });
});

describe('two cases that wait for a second person at once, and a hit that comes then', () => {
  const screening = (state: PersonScreeningState, newId: string, ...hits: ScreeningHit[]) =>
    fold(
      recordScreening(
        {
          wallet,
          role: 'investor',
          applicationId: 'a',
          occasion: 'list',
          subjectItem: 'i',
          list: { ...list, sha256: newId },
          matcher: 'm',
          outcome: 'rejected',
          riskLevel: 'high',
          hits,
        },
        state,
        { ...newCase, caseId: newId },
      ),
      state,
    );
  const act = (state: PersonScreeningState, id: string, changes: Partial<DecideCase>) =>
    fold(decide(state, { caseId: id, revision: state.cases.get(id)!.revision, ...changes }), state);
  // The first case was rejected, a second one came with hit 2, and rFirst proposes to clear in both.
  const rejected = act(high, caseId, { decision: 'reject' });
  const both = screening(rejected, 'second', hit('1', 'high'), hit('2', 'high'));
  const proposed = act(act(both, caseId, { hits: ['1', '2'] }), 'second', { hits: ['1', '2'] });
  const seen = proposed.cases.get('second')!.revision;
  const after = screening(proposed, 'third', hit('1', 'high'), hit('2', 'high'), hit('3', 'high'));
  const second = { caseId: 'second', by: 'rSecond' };

  it('a stale answer without names does not clear what nobody has seen', () => {
    expect(() => decide(after, { ...second, revision: seen, hits: undefined, item: null })).toThrow(
      refusal('conflict'),
    );
  });
  it('one person alone does not clear it: the first one never named it', () => {
    const { revision } = after.cases.get('second')!;
    const events = decide(after, { ...second, revision, hits: ['1', '2', '3'] });
    expect(events).toMatchObject([{ type: 'ClearanceProposed' }]);
  });
});

describe('whose a case is, and notes on it', () => {
  const viewed = (by: string): ScreeningEvent => ({ type: 'ComplianceCaseViewed', data: { caseId, wallet, by } });
  const assign = (state: PersonScreeningState, by: string, to: string | null, linked = false) =>
    assignCase({ caseId, wallet, by, to, linked }, state);
  const assigneeOf = (state: PersonScreeningState) => state.cases.get(caseId)!.assignee;
  const looked = fold([viewed('rSecond'), ...assign(high, 'rFirst', 'rFirst'), viewed('rSecond')], high);

  it('is that of whoever takes it, not of whoever opens it', () => {
    expect([assigneeOf(high), assigneeOf(looked)]).toEqual([null, 'rFirst']);
    const taken = fold(assign(looked, 'rSecond', 'rSecond'), looked);
    expect(assigneeOf(taken)).toBe('rSecond');
    expect(assign(taken, 'rSecond', 'rSecond')).toEqual([]);
  });
  it('is put back by whose it is, and by nobody else', () => {
    expect(() => assign(looked, 'rSecond', null)).toThrow(refusal('conflict'));
    expect(assigneeOf(fold(assign(looked, 'rFirst', null), looked))).toBeNull();
    expect(assign(high, 'rFirst', null)).toEqual([]);
  });
  it('changes nothing that a decision rests on', () => {
    const note = noteCase({ caseId, wallet, by: 'rSecond', item: 'n', linked: false }, looked);
    const after = fold([...note, ...assign(looked, 'rSecond', 'rSecond')], looked);
    expect(after.cases.get(caseId)!.revision).toBe(looked.cases.get(caseId)!.revision);
  });
  it('is of no officer whose own wallet it is about, and a decided one is taken by nobody, though noted', () => {
    const note = { caseId, wallet, by: 'rFirst', item: 'n' };
    expect(() => assign(looked, 'rFirst', null, true)).toThrow(refusal('forbidden'));
    expect(() => noteCase({ ...note, linked: true }, looked)).toThrow(refusal('forbidden'));
    const decided = fold(decide(medium), medium);
    expect(assigneeOf(decided)).toBe('rFirst');
    expect(() => assign(decided, 'rSecond', 'rSecond')).toThrow(refusal('conflict'));
    expect(noteCase({ ...note, linked: false }, decided)).toHaveLength(1);
    expect(() => noteCase({ ...note, caseId: 'none', linked: false }, decided)).toThrow(refusal('not-found'));
  });
});
