import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ScreeningEvent } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import type { Session } from '#platform/sessions/session.js';
import { foldedNames } from '../subject.js';
import { recordScreening, standingOf } from './person-screening.decider.js';
import { pairOf } from './pair.js';
import { evolveScreening, neverScreened } from './person-screening.state.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

const subject = { kind: 'individual', names: [`${LISTED} Example`], birthDate: null, countries: [] } as const;
const screen = ({ wallet }: Session) =>
  identity.persons.prepare({
    wallet,
    role: 'investor',
    applicationId: 'a',
    occasion: 'list',
    subjects: [{ ...subject }],
  });
const hashOf = async (session: Session) => (await screen(session)).hits[0]!.nameHash;

it('digests of one name tell nothing of each other, and die with the person', async () => {
  const [ida, ada] = [somebody(), somebody()];
  const [first, other] = [await hashOf(ida), await hashOf(ada)];
  expect([await hashOf(ida), other === first]).toEqual([first, false]);
  await identity.vault.erase(ida.wallet);
  expect(await hashOf(ida)).not.toBe(first);
});

it('what was decided on a digest of an older event still holds', async () => {
  const session = somebody();
  const nameHash = identity.vault.blindIndex('screened-name', foldedNames(subject).join('|'));
  const asThen = await screen(session);
  const hits = asThen.hits.map((hit) => ({ ...hit, nameHash }));
  const newCase = await identity.persons.newCase();
  const { wallet } = session;
  const of = { wallet, caseId: newCase.caseId, role: 'investor', applicationId: 'a' } as const;
  const cleared = { ...of, decision: 'clear', hits: hits.map(pairOf), by: 'rOfficer', proposedBy: null, item: null };
  const events = [
    ...recordScreening({ ...asThen, hits }, neverScreened, newCase),
    { type: 'ComplianceCaseDecided', data: cleared } as ScreeningEvent,
  ];
  await identity.store.append(`screening-${wallet}`, 'none', events, await identity.causation.contextOf({}));
  const again = await screen(session);
  expect(again.hits[0]!.nameHash).toBe(nameHash);
  const after = [...events, ...recordScreening(again, events.reduce(evolveScreening, neverScreened), newCase)];
  expect(standingOf(after.reduce(evolveScreening, neverScreened)).suspended).toBe(false);
});
