import { describe, expect, it } from '@jest/globals';
import { recordScreening, standingOf } from './person-screening.decider.js';
import { evolveScreening, neverScreened, type PersonScreened } from './person-screening.state.js';

const list = { name: 'OFAC SDN', published: '2024-05-03' as const, fetchedAt: '2026-11-22T08:00:00.000Z', sha256: 'a' };
const HIT = {
  list: list.name,
  entityNumber: '9535',
  entryHash: 'entry',
  nameHash: 'name',
  birthDateHash: 'born',
  score: 0.97,
  level: 'high' as const,
};
let cases = 0;
const then = (from: typeof neverScreened, changes: Partial<PersonScreened>) =>
  recordScreening(
    {
      wallet: 'rIda',
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
    },
    from,
    { caseId: `case${++cases}`, promiseBy: '2026-11-25' as const },
  ).reduce(evolveScreening, from);

describe('a hit of one application that nobody has decided (rule 5)', () => {
  const withHit = then(neverScreened, { hits: [HIT], outcome: 'rejected' });

  it('is not ended by a list that looked at another application: one handed in while there was no list', () => {
    const again = then(withHit, { applicationId: 'a2', list: null, outcome: 'pending' });
    expect(standingOf(again).suspended).toBe(true);
    expect(standingOf(then(again, { applicationId: 'a2', occasion: 'list' })).suspended).toBe(true);
  });

  it('is not ended by a list that had looked at the application before it', () => {
    expect(standingOf(then(withHit, { applicationId: 'a0', occasion: 'list' })).suspended).toBe(true);
  });

  it('is not ended by a list that is older than the one that found it', () => {
    const yesterday = { ...list, published: '2024-05-02' as const, fetchedAt: '2026-11-21T08:00:00.000Z', sha256: '0' };
    expect(standingOf(then(withHit, { occasion: 'list', list: yesterday })).suspended).toBe(true);
  });
});
