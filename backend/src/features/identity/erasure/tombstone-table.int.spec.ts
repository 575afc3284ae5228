import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { Tombstones } from './tombstones.js';

let db: TestDatabase;
const opened: Tombstones[] = [];
const instance = () => {
  const one = new Tombstones({ tombstones: { url: db.url } });
  opened.push(one);
  return one;
};
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(async () => {
  for (const one of opened) await one.onApplicationShutdown();
  await db?.drop();
});

it('several instances see one list of who was erased', async () => {
  const stone = (wallet: string) => ({ wallet, at: '2026-01-01T00:00:00.000Z', retainedUntil: '2036-01-01' as const });
  const instances = Array.from({ length: 4 }, instance);
  await Promise.all(instances.map((one, index) => one.add(stone(`r${index}`))));
  await instances[0]!.intend(stone('rIntended'));
  for (const one of instances) {
    expect((await one.all()).map(({ wallet }) => wallet).sort()).toEqual(['r0', 'r1', 'r2', 'r3']);
    expect(await one.intended()).toEqual([stone('rIntended')]);
  }
  await db.pool.query(`insert into tombstones (note) values ('{}')`);
  await expect(instance().all()).rejects.toThrow(/^Row \d+ of the table tombstones/);
});
