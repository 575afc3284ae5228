import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import type { Session } from '#platform/sessions/session.js';

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
