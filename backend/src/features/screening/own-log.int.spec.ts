import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { answerByWholeName } from '#test/support/rescreening.js';
import type { PersonalInfo } from '@tknest/contracts/api';
import { screenOwnLog } from './own-log.js';
import type { Screening } from './screening.js';
import type { ScreeningSubject } from './subject.js';

const RECORD = { name: 'L', published: '2024-05-03', fetchedAt: '', sha256: 'a' };
/** Finds some names wholly, some by their consonants alone, and cannot compare others. */
const screener = (wholly: string[], coarsely: string[], never: string[] = []) => ({
  screen({ names }: ScreeningSubject) {
    const name = names[0]!;
    const found = answerByWholeName(name, [...wholly, ...coarsely], RECORD, 'new', coarsely.includes(name));
    return (never.includes(name) ? { ...found, status: 'pending' } : found) as never;
  },
});

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  const before = screener(['Eve Example'], []);
  identity = identityOn(db, 'auto', {
    screen: async (one: ScreeningSubject) => before.screen(one),
  } as never as Screening);
});
afterAll(() => db?.drop());

it('counts by script whom a new matcher would stop, without recording anything', async () => {
  const apply = (firstName: string, lastName = 'Example') =>
    identity.submit(somebody(), firstName, { personal: { lastName } as PersonalInfo });
  for (const name of ['Ida', 'Eve', 'Zoe']) await apply(name);
  for (const name of ['كريم', 'ليلى', 'سمير']) await apply(name, 'حداد');
  const erased = somebody();
  await identity.submit(erased, 'Ida');
  await identity.vault.erase(erased.wallet);
  const head = await identity.store.head();

  const next = screener(['Eve Example', 'Zoe Example', 'سمير حداد'], ['كريم حداد'], ['ليلى حداد']);
  const counts = await screenOwnLog(identity.store, identity.vault, next);
  expect(Object.fromEntries(counts)).toEqual({
    Latin: { people: 3, stoppedBefore: 1, suspended: 1, caseOnly: 0, notCompared: 0 },
    Arabic: { people: 3, stoppedBefore: 0, suspended: 1, caseOnly: 1, notCompared: 1 },
  });
  expect(await identity.store.head()).toEqual(head);
});
