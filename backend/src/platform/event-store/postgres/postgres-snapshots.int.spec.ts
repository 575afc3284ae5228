import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { PostgresSnapshots } from './postgres-snapshots.js';

let database: TestDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

it('keeps states as they are: maps, sets, dates and whole numbers of any size', async () => {
  const table = new PostgresSnapshots(database.pool);
  const state = { open: new Map([['p', 3n]]), done: new Set([1]), at: new Date(5), none: null };
  expect(await table.find('listing-1', 1)).toBeNull();
  await table.keep('listing-1', 1, { revision: 210, hash: 'a', state });
  expect(await table.find('listing-1', 1)).toEqual({ revision: 210, hash: 'a', state });
  expect(await table.find('listing-1', 2)).toBeNull();
  await table.keep('listing-1', 2, { revision: 205, hash: 'b', state: 7 });
  expect(await table.find('listing-1', 2)).toEqual({ revision: 205, hash: 'b', state: 7 });
});
