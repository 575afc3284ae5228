import { describe, expect, it } from '@jest/globals';
import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { decideScreening, openComplianceCase, recordScreening, standingOf } from './person-screening.decider.js';
import { pairOf } from './pair.js';
import { evolveScreening, neverScreened, type PersonScreened } from './person-screening.state.js';

const wallet = 'rIda';
const list = { name: 'OFAC SDN', published: '2024-05-03' as const, fetchedAt: '2026-11-22T08:00:00.000Z', sha256: 'a' };
const hit = (changes: Partial<ScreeningHit> = {}): ScreeningHit => ({
  list: list.name,
  entityNumber: '9535',
  entryHash: 'entry',
  nameHash: 'name',
  birthDateHash: 'born',
  score: 0.97,
  level: 'high',
  ...changes,
});
const screening = (changes: Partial<PersonScreened> = {}): PersonScreened => ({
  wallet,
  role: 'investor',
  applicationId: 'a1',
  occasion: 'application',
  subjectItem: 'item',
  list,
  matcher: 'm',
  outcome: 'approved',
  riskLevel: 'low',
  hits: [],
  ...changes,
});
let cases = 0;
const newCase = () => ({ caseId: `case${++cases}`, promiseBy: '2026-11-25' as const });
const fold = (events: ScreeningEvent[], from = neverScreened) => events.reduce(evolveScreening, from);
const screened = (from = neverScreened, changes: Partial<PersonScreened> = {}) =>
  fold(recordScreening(screening(changes), from, newCase()), from);
const decided = (decision: 'clear' | 'reject', from: typeof neverScreened): ScreeningEvent => {
  const { caseId, role, applicationId } = [...from.cases.values()].at(-1)!;
  const hits = standingOf(from).unresolved.map(pairOf);
  const data = { caseId, wallet, role, applicationId, decision, hits, by: 'rOfficer', proposedBy: null, item: 'why' };
  return { type: 'ComplianceCaseDecided', data };
};
const withHit = screened(neverScreened, { hits: [hit()], outcome: 'rejected' });
const cleared = fold([decided('clear', withHit)], withHit);

describe('the standing of a person by screening', () => {
  it('is approved without a hit, and pending where there was no list: it fails closed', () => {
    expect(standingOf(screened()).outcome('investor')).toBe('approved');
    expect(standingOf(screened(neverScreened, { list: null })).outcome('investor')).toBe('pending');
    expect(standingOf(neverScreened).outcome('investor')).toBeNull();
  });

  it('an unresolved hit suspends both roles and opens one case (rule 1)', () => {
    expect(standingOf(withHit)).toMatchObject({ suspended: true, unresolved: [{ entityNumber: '9535' }] });
    const landlord = screened(withHit, { role: 'landlord', applicationId: 'a2' });
    expect(standingOf(landlord).suspended).toBe(true);
    expect(standingOf(landlord).outcome('landlord')).toBe('rejected');
    expect([...landlord.cases.values()]).toMatchObject([{ kind: 'screening', risk: 'high', state: 'open' }]);
  });

  it('no other application takes a hit away: a rejected one does not start over by applying again (rule 5)', () => {
    expect(standingOf(screened(withHit, { applicationId: 'a2' })).outcome('investor')).toBe('rejected');
    const confirmed = fold([decided('reject', withHit)], withHit);
    expect(standingOf(screened(confirmed, { applicationId: 'a3' })).outcome('investor')).toBe('rejected');
    expect(standingOf(screened(confirmed, { occasion: 'list' })).suspended).toBe(true);
  });

  it('a clearance holds for the pair through new screenings and new applications (rule 5)', () => {
    expect(standingOf(cleared)).toMatchObject({ suspended: false, unresolved: [] });
    for (const occasion of ['list', 'application', 'provider'] as const) {
      const again = { occasion, applicationId: 'a2', hits: [hit({ score: 0.99 })], outcome: 'rejected' as const };
      expect(decideScreening(screening(again), cleared, newCase())).toMatchObject({ outcome: 'approved' });
      expect(recordScreening(screening(again), cleared, newCase()).map(({ type }) => type)).toEqual(['PersonScreened']);
    }
  });

  it.each(['entryHash', 'nameHash', 'birthDateHash'] as const)('a clearance lapses where %s changes', (digest) => {
    const other = screened(cleared, { occasion: 'list', hits: [hit({ [digest]: 'another' })] });
    expect(standingOf(other).suspended).toBe(true);
    expect([...other.cases.values()]).toMatchObject([{ state: 'decided' }, { kind: 'rescreening', state: 'open' }]);
  });

  it('a list that finds a name no more closes nothing: only officers do', () => {
    const dropped = screened(withHit, { occasion: 'list' });
    expect(standingOf(dropped)).toMatchObject({ suspended: true, unresolved: [{ entityNumber: '9535' }] });
    expect([...dropped.cases.values()]).toMatchObject([{ state: 'open' }]);
    expect(standingOf(fold([decided('clear', dropped)], dropped)).suspended).toBe(false);
  });

  it('an entry that the list has in another form is one hit, not two', () => {
    const newer = { ...list, fetchedAt: '2026-11-23T08:00:00.000Z' };
    const changed = screened(withHit, { occasion: 'list', list: newer, hits: [hit({ entryHash: 'changed' })] });
    expect(standingOf(changed).unresolved).toMatchObject([{ entryHash: 'changed' }]);
    const older = screened(changed, { occasion: 'list', hits: [hit({ entryHash: 'another' })] });
    expect(standingOf(older).unresolved).toHaveLength(2);
  });

  it('a list that changes nothing for a person writes nothing', () => {
    const again = screening({ occasion: 'list', hits: [hit()], list: { ...list, sha256: 'b' } });
    expect(recordScreening(again, withHit, newCase())).toEqual([]);
    const late = screened(neverScreened, { list: null });
    expect(recordScreening(screening({ occasion: 'list' }), late, newCase())).toHaveLength(1);
  });

  it('who was approved by a name that cannot be compared is written down as such, once', () => {
    const approved = screened();
    const again = screening({ occasion: 'list', outcome: 'pending', matcher: 'stricter' });
    const after = fold(recordScreening(again, approved, newCase()), approved);
    expect([standingOf(after).outcome('investor'), standingOf(after).notCompared('investor')]).toEqual([
      'pending',
      true,
    ]);
    expect(recordScreening(again, after, newCase())).toEqual([]);
  });

  it('a hit that comes while a second person decides begins the case anew', () => {
    const { caseId } = [...withHit.cases.values()][0]!;
    const proposal = { caseId, wallet, by: 'rOfficer', item: 'why', hits: [pairOf(hit())] };
    const waiting = fold([{ type: 'ClearanceProposed', data: proposal }], withHit);
    expect(waiting.cases.get(caseId)).toMatchObject({ state: 'second-approval', revision: 1 });
    const more = screened(waiting, { occasion: 'provider', hits: [hit(), hit({ entityNumber: '7' })] });
    expect(more.cases.get(caseId)).toMatchObject({ state: 'open', revision: 2, proposal: null });
  });

  it('a look at a case changes nothing, not even whose it is', () => {
    const { caseId } = [...withHit.cases.values()][0]!;
    const looked = fold([{ type: 'ComplianceCaseViewed', data: { caseId, wallet, by: 'rOfficer' } }], withHit);
    expect(looked).toEqual(withHit);
  });

  it('a case of another kind opens once, and suspends nobody by itself', () => {
    const command = { wallet, role: 'investor', applicationId: 'a1', kind: 'documents', risk: 'low' } as const;
    const asked = { ...command, reason: 'review-by-policy' } as const;
    const opened = fold(openComplianceCase(asked, neverScreened, newCase()));
    expect(openComplianceCase(asked, opened, newCase())).toEqual([]);
    expect(standingOf(opened).suspended).toBe(false);
  });
});
