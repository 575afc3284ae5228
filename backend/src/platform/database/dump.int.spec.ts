import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '../../../test/support/read-models.js';
import { context, event } from '../event-store/testing/adapter.js';
import { LogRows } from '../event-store/postgres/log-rows.js';
import { verifyChain } from '../event-store/verify-chain.js';
import { dump, restore } from './dump.js';

/** Contract item 14: what was dumped and restored elsewhere gives the same read models, rebuilt or not. */
describe('dump and restore', () => {
  let [from, to]: TestDatabase[] = [];
  let folder: string;
  let running: Instance[];
  beforeEach(async () => {
    [from, to] = [await freshDatabase(), await freshDatabase()];
    await Promise.all([from, to].map((db) => db.pool.query(TOTALS_TABLE)));
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-dump-'));
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((instance) => instance.stop()));
    await Promise.all([from!.drop(), to!.drop()]);
    fs.rmSync(folder, { recursive: true });
  });

  const start = async (db: TestDatabase) => {
    const instance = await startInstance(db.url, [totals()]);
    running.push(instance);
    return instance;
  };
  const rows = async (db: TestDatabase) =>
    (await db.pool.query('select * from read_models.totals order by stream')).rows;
  const events = async (db: TestDatabase) =>
    (await db.pool.query('select * from eventstore.events order by position')).rows;

  async function fill(): Promise<Instance> {
    const instance = await start(from!);
    const texts = ['tab\t', 'line\n', 'back\\slash', '\\N', 'Größe 🏠', '\u0000', '"quoted"'];
    for (let n = 0; n < 50; n++)
      await instance.store.append(
        `thing-${n % 7}`,
        'any',
        [{ type: 'Counted', data: { amount: n, text: texts[n % 7] } }],
        context(),
      );
    await instance.models.waitFor((await instance.store.append('thing-0', 'any', [event()], context())).position);
    await new Promise((resolve) => setTimeout(resolve, 700));
    return instance;
  }

  it('of everything: the same log, the same read models, and it goes on', async () => {
    await fill();
    expect(await dump(from!.url, folder)).toBeGreaterThan(5);
    await restore(to!.url, folder);
    expect(await events(to!)).toEqual(await events(from!));
    expect(await verifyChain(new LogRows(to!.pool, 'eventstore'))).toMatchObject({ verified: 51, broken: null });
    expect(await rows(to!)).toEqual(await rows(from!));
    const instance = await start(to!);
    const { position } = await instance.store.append(
      'thing-0',
      'any',
      [{ type: 'Counted', data: { amount: 1 } }],
      context(),
    );
    expect(Number(position)).toBe(52);
    expect(await instance.models.waitFor(position)).toBe(true);
    expect(await verifyChain(new LogRows(to!.pool, 'eventstore'))).toMatchObject({ verified: 52, broken: null });
  });

  it('of the log alone: the read models come out of it again', async () => {
    await fill();
    await dump(from!.url, folder);
    await restore(to!.url, folder, ['eventstore']);
    const instance = await start(to!);
    await instance.models.waitFor(await instance.store.head());
    expect(await rows(to!)).toEqual(await rows(from!));
  });

  it('is refused where something is there already, and changes nothing then', async () => {
    await fill();
    await dump(from!.url, folder);
    const before = await events(from!);
    await expect(restore(from!.url, folder)).rejects.toThrow(/duplicate key/);
    expect(await events(from!)).toEqual(before);
  });
});
