import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance, type TotalsOptions } from '#test/support/read-models.js';
import { context, eventually, PATIENCE_MS, pause } from '#test/event-store/adapter.js';
import { RebuildCheckpoint } from './rebuild-checkpoint.js';
import { verifyReadModel } from './verify.js';

/** Contract item 13: a rebuild beside the live read model, while it serves and people write. */
describe('rebuilding a read model', () => {
  let db: TestDatabase;
  let running: Instance[];
  beforeEach(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((instance) => instance.stop()));
    await db.drop();
  });

  const start = async (options?: TotalsOptions) => {
    const instance = await startInstance(db.url, [totals(options)]);
    running.push(instance);
    return instance;
  };
  const append = (instance: Instance, stream: string, amount = 1) =>
    instance.store.append(stream, 'any', [{ type: 'Counted', data: { amount } }], context());
  const sum = async () =>
    Number((await db.pool.query('select coalesce(sum(total), 0) as sum from read_models.totals')).rows[0].sum);
  const stored = async () =>
    (await db.pool.query("select version, position from platform.projection_checkpoints where name = 'totals'"))
      .rows[0];
  const indexes = async () =>
    (
      await db.pool.query(
        "select indexdef from pg_indexes where schemaname = 'read_models' and tablename = 'totals' order by 1",
      )
    ).rows;

  it('a new version is built while the old one serves and writers write, and takes its place whole', async () => {
    const old = await start({ version: 1 });
    for (let n = 0; n < 300; n++) await append(old, `thing-${n % 7}`);
    await old.models.waitFor((await append(old, 'thing-0')).position, ['totals']);
    const before = await indexes();
    let writing = true;
    let written = 301;
    // Not faster than the folding, however slow the machine is, because both wait for timers.
    const writer = (async () => {
      for (; writing; await pause(3)) await append(old, `thing-${written++ % 7}`);
    })();
    // Readers see either the old folding or the new one, and never go back to an earlier state.
    const reader = (async () => {
      for (let seen = 301; writing;) {
        const events = Number(
          (await db.pool.query('select sum(events) as events from read_models.totals')).rows[0].events,
        );
        expect(events).toBeGreaterThanOrEqual(seen);
        seen = events;
      }
    })();
    const next = await start({ version: 2, factor: 10, before: () => pause(1) });
    await eventually(async () => (await stored()).version === 2);
    await pause(100);
    writing = false;
    await Promise.all([writer, reader]);
    await eventually(async () => (await sum()) === written * 10);
    expect(await indexes()).toEqual(before);
    expect(await verifyReadModel(next.dataSource, next.store, totals({ version: 2, factor: 10 }))).toMatchObject({
      problem: null,
      differences: [],
    });
    await eventually(() => old.models.report()[0]!.state === 'halted');
    expect(old.models.report()[0]!.error).toContain('version 2');
    expect(
      (await db.pool.query("select nspname from pg_namespace where nspname ~ '^(rebuild|replaced)_'")).rows,
    ).toEqual([]);
  });

  it('can be asked for, shows its progress, and mends what was damaged', async () => {
    const instance = await start();
    for (let n = 0; n < 200; n++) await append(instance, `thing-${n % 3}`);
    await instance.models.waitFor((await append(instance, 'thing-0')).position, ['totals']);
    await db.pool.query("update read_models.totals set total = 0 where stream = 'thing-1'");
    const states: (string | number | null)[] = [];
    const watching = setInterval(() => states.push(instance.models.report()[0]!.state), 1);
    instance.models.rebuild('totals');
    await eventually(async () => (await sum()) === 201);
    clearInterval(watching);
    expect(states).toContain('rebuilding');
    await eventually(() => instance.models.report()[0]!.state === 'live');
    await instance.models.waitFor((await append(instance, 'thing-1')).position, ['totals']);
    expect(await sum()).toBe(202);
    expect(() => instance.models.rebuild('no-such')).toThrow('no-such');
  });

  it('that is asked for while the start still looks whether one is needed is not lost', async () => {
    const first = await start();
    await first.models.waitFor((await append(first, 'thing-0')).position, ['totals']);
    await first.stop();
    running = [];
    await db.pool.query('update read_models.totals set total = 0');
    let looked = false;
    let answer!: () => void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const isOpen = jest.spyOn(RebuildCheckpoint, 'isOpen').mockImplementation(async () => {
      looked = true;
      await held;
      return false;
    });
    try {
      const instance = await start();
      await eventually(() => looked);
      instance.models.rebuild('totals');
      answer();
      await eventually(async () => (await sum()) === 1, 20_000, 'the rebuild');
    } finally {
      isOpen.mockRestore();
    }
  });

  it('that meets an event it cannot apply leaves the live one as it is', async () => {
    const instance = await start({
      before: ({ data }, tx) => (data.amount === 13 ? tx.query('select 1 / 0').then(() => {}) : undefined),
    });
    await instance.models.waitFor((await append(instance, 'thing-a', 1)).position, ['totals']);
    await append(instance, 'thing-a', 13);
    await append(instance, 'thing-b', 2);
    await eventually(async () => (await sum()) === 3);
    instance.models.rebuild();
    await eventually(() => instance.models.report()[0]!.error?.includes('division by zero') ?? false);
    expect(await sum()).toBe(3);
    expect((await stored()).version).toBe(1);
    // The error is reported first; then the incomplete tables are removed.
    const begun = () => db.pool.query("select nspname from pg_namespace where nspname ~ '^rebuild_'");
    await eventually(async () => (await begun()).rows.length === 0);
  });

  it('is no older program’s to do while a newer one works beside it, whoever is asked for it', async () => {
    const old = await start({ version: 1 });
    await old.models.waitFor((await append(old, 'thing-0')).position, ['totals']);
    const next = await start({ version: 2, factor: 10 });
    await eventually(async () => (await stored()).version === 2);
    old.models.rebuild('totals');
    await pause(2_000);
    expect(await stored()).toMatchObject({ version: 2 });
    const { position } = await append(next, 'thing-1');
    expect(await next.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
    expect(await sum()).toBe(20);
  });

  it('that an older program did all the same is done again by the newer one', async () => {
    const next = await start({ version: 2, factor: 10 });
    await next.models.waitFor((await append(next, 'thing-0')).position, ['totals']);
    // It has checked whether there is anything to build, and has locked the read model.
    await pause(1_000);
    await eventually(() => next.leases.held().join() === 'read-model:totals');
    await db.pool.query('update read_models.totals set total = 1');
    await db.pool.query('update platform.projection_checkpoints set version = 1');
    await append(next, 'thing-0');
    await eventually(async () => (await stored()).version === 2 && (await sum()) === 20, 20_000, 'the rebuild');
  });

  it('refuses a table with a foreign key, which would bind the copy to the live tables', async () => {
    await db.pool.query(
      'create table read_models.parents (id text primary key); alter table read_models.totals add constraint to_parent foreign key (stream) references read_models.parents (id) not valid',
    );
    const instance = await start({ version: 1 });
    instance.models.rebuild();
    await eventually(() => instance.models.report()[0]!.error?.includes('foreign key') ?? false);
  });
});
