import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { EVENT_CATALOGUE, UPCASTERS, type NameSearched } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { systemClock } from '#platform/clock/clock.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { START } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { NameSearch } from './name-search.js';

let db: TestDatabase;
let vault: VaultService;
let search: NameSearch;
let store: CataloguedEventStore;
beforeAll(async () => {
  db = await freshDatabase();
  vault = new VaultService(db.pool, ringOf(1));
  store = new CataloguedEventStore(new PostgresEventStore(db.pool), EVENT_CATALOGUE, UPCASTERS);
  search = searchOn(store);
  await search.remember('rIda', ['Ida Lovelace']);
});
afterAll(() => db?.drop());

const searchOn = (log: CataloguedEventStore) =>
  new NameSearch(
    log,
    systemClock,
    vault,
    new Recorder(log, new Causation(new BusinessCalendar(store, systemClock, null), vault)),
  );
const officer = { id: 's1', wallet: 'rOfficer', role: 'compliance' } as Session;
async function recorded(): Promise<NameSearched['data'][]> {
  const { events } = await store.readAll(START, { filter: { types: ['NameSearched'] } });
  return events.map(({ data }) => data as NameSearched['data']);
}

it('a search by name records who looked, once an hour; the words lie under the person found', async () => {
  expect(await search.walletsOf(officer, 'lovelace IDA')).toEqual(['rIda']);
  expect(await search.walletsOf(officer, 'Ida Lovelace')).toEqual(['rIda']);
  const [first, ...more] = await recorded();
  expect([first, more]).toEqual([{ by: 'rOfficer', items: [expect.any(String)], found: 1 }, []]);
  expect(await openAny(vault, first!.items[0]!)).toEqual({ text: 'lovelace IDA' });
  await vault.erase('rIda');
  await expect(openAny(vault, first!.items[0]!)).rejects.toThrow('does not exist');
});

it('one that finds nobody is recorded too, and a wallet or a case’s id is no name', async () => {
  const before = (await recorded()).length;
  expect(await search.walletsOf(officer, 'Nobody Known')).toEqual([]);
  for (const text of ['rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', '3b8a9c04', '3b8a9c04-6a0b'])
    await search.walletsOf(officer, text);
  expect((await recorded()).slice(before)).toEqual([{ by: 'rOfficer', items: [expect.any(String)], found: 0 }]);
});

it('one that cannot be recorded finds nobody', async () => {
  const away = { findCommand: async () => null, append: () => Promise.reject(new Error('away')) };
  await search.remember('rAda', ['Ada Byron']);
  await expect(searchOn(away as never).walletsOf(officer, 'Ada Byron')).rejects.toMatchObject({
    reason: 'unavailable',
  });
});
