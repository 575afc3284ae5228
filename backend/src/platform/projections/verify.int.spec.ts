import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import { context, pause } from '#test/event-store/adapter.js';
import { verifyReadModel } from './verify.js';

describe('verifying a read model against the log', () => {
  let db: TestDatabase;
  let instance: Instance;
  beforeEach(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    instance = await startInstance(db.url, [totals()]);
    for (let n = 0; n < 30; n++) await append(`thing-${n % 5}`);
    await instance.models.waitFor((await append('thing-0')).position, ['totals']);
  });
  afterEach(async () => {
    await instance.stop();
    await db.drop();
  });

  const append = (stream: string) =>
    instance.store.append(stream, 'any', [{ type: 'Counted', data: { amount: 2 } }], context());
  const verify = () => verifyReadModel(instance.dataSource, instance.store, totals());

  it('finds nothing where nothing is wrong, also while the program writes', async () => {
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        await append(`thing-${n % 100}`);
        // Each comparison reads everything, which would take a minute in total.
        await pause(5);
      }
    })();
    for (let n = 0; n < 5; n++) expect(await verify()).toMatchObject({ differences: [], problem: null });
    writing = false;
    await writer;
  });

  it('finds nothing while a rebuild swaps the tables', async () => {
    const rebuilding = setInterval(() => instance.models.rebuild(), 50);
    for (let n = 0; n < 10; n++) expect(await verify()).toMatchObject({ differences: [], problem: null });
    clearInterval(rebuilding);
  });

  it('holds the tables while it compares: a rebuild that is ready to swap waits', async () => {
    let turn = 0;
    const meddling = totals({
      before: async () => {
        // While the log is folded: one more event, which is then folded within the comparison; and there, a rebuild.
        if (++turn === 1) await instance.models.waitFor((await append('thing-4')).position, ['totals']);
        if (turn !== 32) return;
        instance.models.rebuild();
        await pause(1000);
      },
    });
    expect(await verifyReadModel(instance.dataSource, instance.store, meddling)).toMatchObject({
      differences: [],
      problem: null,
      rows: 5,
    });
    expect(turn).toBe(32);
  });

  it.each([
    ['a changed value', "update read_models.totals set total = 999 where stream = 'thing-2'", 1, 1],
    ['a missing row', "delete from read_models.totals where stream = 'thing-2'", 0, 1],
    ['a row too many', "insert into read_models.totals values ('thing-x', 1, 1, 0)", 1, 0],
  ])('lists %s with its row', async (_, damage, onlyLive, onlyRebuilt) => {
    await db.pool.query(damage);
    const { differences, position } = await verify();
    expect(differences).toMatchObject([
      { table: 'totals', onlyLive: { count: onlyLive }, onlyRebuilt: { count: onlyRebuilt } },
    ]);
    expect(position).toBe(await instance.store.head());
    const row = [...differences[0]!.onlyLive.rows, ...differences[0]!.onlyRebuilt.rows][0];
    expect(row).toMatchObject({ stream: expect.stringMatching(/^thing-[2x]$/) });
  });

  it('compares where the live one stands, not where the log ends', async () => {
    await instance.models.onApplicationShutdown();
    await append('thing-0');
    const report = await verify();
    expect(report).toMatchObject({ differences: [], problem: null });
    expect(report.position < (await instance.store.head())).toBe(true);
  });

  it('two at once share no schema and raise no false alarm', async () => {
    const both = await Promise.all(Array.from({ length: 4 }, () => verify()));
    for (const one of both) expect(one).toMatchObject({ differences: [], problem: null, rows: 5 });
  });

  it('is stopped by who asked for it, also while it waits for another, and leaves nothing behind', async () => {
    const stop = new AbortController();
    let folding = () => {};
    const begun = new Promise<void>((resolve) => (folding = resolve));
    const slow = totals({
      before: () => {
        folding();
        return pause(20);
      },
    });
    const first = verifyReadModel(instance.dataSource, instance.store, slow, stop.signal);
    // From here on the first one holds the turn.
    await begun;
    const second = verifyReadModel(instance.dataSource, instance.store, totals(), stop.signal);
    stop.abort(new Error('enough'));
    expect(await Promise.allSettled([first, second])).toMatchObject([
      { reason: { message: 'enough' } },
      { reason: { message: 'enough' } },
    ]);
    expect(await verify()).toMatchObject({ differences: [], problem: null });
    expect((await db.pool.query("select nspname from pg_namespace where nspname ~ '^verify_'")).rows).toEqual([]);
  });

  it('says where the versions differ, and leaves no schema behind', async () => {
    expect(await verifyReadModel(instance.dataSource, instance.store, totals({ version: 2 }))).toMatchObject({
      problem: expect.stringContaining('version 1'),
    });
    await verify();
    expect((await db.pool.query("select nspname from pg_namespace where nspname ~ '^verify_'")).rows).toEqual([]);
  });
});
