import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { PostgresSnapshots } from './postgres-snapshots.js';

let database: TestDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

it('keeps states as they are: maps, sets, dates and whole numbers of any size', async () => {
  const table = new PostgresSnapshots(database.pool, ringOf(1));
  const state = { open: new Map([['p', 3n]]), done: new Set([1]), at: new Date(5), none: null };
  expect(await table.find('listing-1', 1)).toBeNull();
  await table.keep('listing-1', 1, { revision: 210, hash: 'a', state });
  expect(await table.find('listing-1', 1)).toEqual({ revision: 210, hash: 'a', state });
  expect(await table.find('listing-1', 2)).toBeNull();
  await table.keep('listing-1', 2, { revision: 205, hash: 'b', state: 7 });
  expect(await table.find('listing-1', 2)).toEqual({ revision: 205, hash: 'b', state: 7 });
});

it('two versions of a fold keep theirs side by side; what an older one left goes once nobody has written it for long', async () => {
  const table = new PostgresSnapshots(database.pool, ringOf(1));
  const snapshot = (revision: number) => ({ revision, hash: 'a', state: revision });
  for (const turn of [1, 2, 3]) {
    await table.keep('listing-2', 1, snapshot(turn * 10));
    await table.keep('listing-2', 2, snapshot(turn * 10 + 1));
  }
  expect(await table.find('listing-2', 1)).toEqual(snapshot(30));
  expect(await table.find('listing-2', 2)).toEqual(snapshot(31));
  await database.pool.query(
    "update platform.fold_snapshots set made_at = now() - interval '8 days' where stream = 'listing-2'",
  );
  await table.keep('listing-2', 2, snapshot(41));
  expect(await table.find('listing-2', 1)).toBeNull();
});

it.each(['stream', 'version', 'revision', 'hash', 'state', 'mac'])(
  'one whose %s somebody changed in the table counts as none',
  async (column) => {
    const table = new PostgresSnapshots(database.pool, ringOf(1));
    await table.keep('run-1', 1, { revision: 210, hash: 'a', state: { owed: 1n } });
    await table.keep('run-2', 1, { revision: 211, hash: 'b', state: { owed: 2n } });
    await database.pool.query("delete from platform.fold_snapshots where stream = 'run-3'");
    const values: Record<string, string> = {
      stream: "'run-3'",
      version: 'version + 1',
      revision: 'revision - 1',
      hash: "'c'",
      state: "(select state from platform.fold_snapshots where stream = 'run-2')",
      mac: 'null',
    };
    await database.pool.query(
      `update platform.fold_snapshots set ${column} = ${values[column]} where stream = 'run-1'`,
    );
    for (const stream of ['run-1', 'run-3'])
      for (const version of [1, 2]) expect(await table.find(stream, version)).toBeNull();
    expect(await table.find('run-2', 1)).toMatchObject({ state: { owed: 2n } });
  },
);
