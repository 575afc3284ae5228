import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance, type TotalsOptions } from '#test/support/read-models.js';
import type { NewEvent, Position } from '../event-store/event-store.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { BEHIND_MAX } from './read-model-runner.js';
import { context, eventually, PATIENCE_MS, pause, streamName } from '#test/event-store/adapter.js';
import { inFull } from '#test/support/how-much.js';

/** Records each write of the read model's position. */
const COUNT_SAVES = `
create table public.saves (at timestamptz default now());
create function public.note_save() returns trigger language plpgsql as $$ begin insert into public.saves default values; return null; end $$;
create trigger note_save after insert or update on platform.projection_checkpoints for each row execute function public.note_save();`;

const counted = (amount: number): NewEvent => ({ type: 'Counted', data: { amount } });

describe('read models', () => {
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

  async function start(options?: TotalsOptions): Promise<Instance> {
    const instance = await startInstance(db.url, [totals(options)]);
    running.push(instance);
    return instance;
  }

  async function stop(instance: Instance): Promise<void> {
    running = running.filter((one) => one !== instance);
    await instance.stop();
  }

  const rows = async () =>
    (await db.pool.query('select stream, events, total::int, last from read_models.totals order by stream')).rows;
  const append = (instance: Instance, stream: string, amounts: number[]) =>
    instance.store.append(stream, 'any', amounts.map(counted), context());

  it('an answer can wait until its own write is there to be read', async () => {
    const instance = await start();
    for (let n = 1; n <= 20; n++) {
      const { position } = await append(instance, 'thing-a', [n]);
      expect(await instance.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
      expect((await rows())[0].events).toBe(n);
    }
  });

  it('waiting ends with its time where the read model does not come along', async () => {
    const instance = await start({ before: () => pause(300) });
    const { position } = await append(instance, 'thing-a', [1]);
    expect(await instance.models.waitFor(position, ['totals'], 50)).toBe(false);
    expect(await instance.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
    expect(await instance.models.waitFor(position, ['no-such'], 20)).toBe(false);
  });

  it('an answer does not wait for a read model that is being built', async () => {
    const old = await start();
    let { position } = await append(old, 'thing-a', [1, 2, 3]);
    await old.models.waitFor(position, ['totals'], PATIENCE_MS);
    await stop(old);
    let isHeld = true;
    const holding = async () => {
      while (isHeld) await pause(20);
    };
    const next = await start({ version: 2, before: holding });
    await eventually(() => next.models.report()[0]!.state === 'rebuilding');
    ({ position } = await append(next, 'thing-b', [4]));
    await eventually(async () => {
      const began = performance.now();
      const reached = await next.models.waitFor(position, ['totals'], PATIENCE_MS);
      return !reached && performance.now() - began < 1000;
    });
    isHeld = false;
    await eventually(() => next.models.report()[0]!.state === 'live');
    expect(await next.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
  });

  describe('that are new over a long log', () => {
    const seed = async () => {
      const store = new PostgresEventStore(db.pool);
      const others = Array.from({ length: BEHIND_MAX / 20 }, () => ({ type: 'Other', data: {} }));
      for (let n = 0; n < 20; n++) await store.append(streamName(), 'none', others, context());
      await store.append('thing-1', 'none', [1, 2, 3].map(counted), context());
      await store.append('thing-2', 'none', [10].map(counted), context());
      await store.close();
    };
    const totalOf = async () => (await rows()).reduce((sum, { total }) => sum + total, 0);

    it('are built beside their empty tables, in one way through the log', async () => {
      await seed();
      const seen = new Set<string>();
      const instance = await start({ before: () => void seen.add(instance?.models.report()[0]!.state ?? '') });
      await eventually(() => instance.models.report()[0]!.state === 'live');
      expect(await totalOf()).toBe(16);
      expect([...seen].filter(Boolean)).toEqual(['rebuilding']);
      const { position } = await append(instance, 'thing-1', [4]);
      expect(await instance.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
      expect(await totalOf()).toBe(20);
    });

    it('follow the log instead if an event cannot be applied, and set it aside', async () => {
      await seed();
      const instance = await start({
        before: ({ stream, revision }) => {
          if (stream === 'thing-1' && revision === 2) throw new Error('cannot be applied');
        },
      });
      await eventually(() => instance.models.report()[0]!.state === 'failed-events');
      expect(instance.models.report()[0]).toMatchObject({ failed: 1, error: expect.stringContaining('cannot be') });
      expect(await totalOf()).toBe(13);
    });
  });

  it('events of others move the place without a write for each, and it is saved after a while', async () => {
    const instance = await start();
    let position: Position = '';
    await db.pool.query(COUNT_SAVES);
    const began = Date.now();
    for (let n = 0; n < 50; n++)
      ({ position } = await instance.store.append(streamName(), 'none', [{ type: 'Other', data: {} }], context()));
    expect(await instance.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
    const saved = async () =>
      (await db.pool.query("select position from platform.projection_checkpoints where name = 'totals'")).rows[0]
        .position;
    await eventually(async () => (await saved()) === position);
    const {
      rows: [{ saves }],
    } = await db.pool.query('select count(*)::int as saves from public.saves');
    expect(saves).toBeLessThanOrEqual(2 + (Date.now() - began) / 500);
  });

  it('goes on where it stopped, and says what changed', async () => {
    const first = await start();
    const { position } = await append(first, 'thing-a', [1, 2]);
    await first.models.waitFor(position, ['totals']);
    await append(first, 'thing-b', [3]);
    await stop(first);
    const second = await start();
    const changed: string[] = [];
    second.models.changes.on('changed', (name) => changed.push(name));
    await second.models.waitFor((await append(second, 'thing-a', [4])).position, ['totals']);
    expect(await rows()).toEqual([
      { stream: 'thing-a', events: 3, total: 7, last: 2 },
      { stream: 'thing-b', events: 1, total: 3, last: 0 },
    ]);
    expect(changed).toContain('totals');
    expect(second.models.report()).toMatchObject([{ name: 'totals', state: 'live', failed: 0, error: null }]);
  });

  it('of several instances one does the work, and another takes over at once when it ends', async () => {
    const first = await start();
    await first.models.waitFor((await append(first, 'thing-a', [1])).position, ['totals']);
    const second = await start();
    await pause(300);
    expect([first, second].map(({ leases }) => leases.holds('read-model:totals'))).toEqual([true, false]);
    const changed: string[] = [];
    second.models.changes.on('changed', (name) => changed.push(name));
    const { position } = await append(second, 'thing-a', [2]);
    expect(await second.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
    await eventually(() => changed.length > 0);
    await stop(first);
    expect(await second.models.waitFor((await append(second, 'thing-a', [3])).position, ['totals'], PATIENCE_MS)).toBe(
      true,
    );
    expect((await rows())[0]).toMatchObject({ events: 3, total: 6 });
  });

  it('survives the loss of every connection', async () => {
    const instance = await start();
    await instance.models.waitFor((await append(instance, 'thing-a', [1])).position, ['totals']);
    for (let n = 0; n < 3; n++) {
      await db.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const { position } = await append(instance, 'thing-a', [1]);
      expect(await instance.models.waitFor(position, ['totals'], PATIENCE_MS)).toBe(true);
    }
    expect((await rows())[0]).toMatchObject({ events: 4, last: 3 });
  });

  /** Contract item 10: with leases that have no effect, only fencing keeps three runners from a wrong total. */
  it('three runners that all believe to be the one apply everything exactly once', async () => {
    const instances = await Promise.all(
      [1, 2, 3].map(() => startInstance(db.url, [totals()], { leaseMs: 1, beatMs: 7 })),
    );
    running.push(...instances);
    const until = Date.now() + inFull(1500, 10_000);
    let written = 0;
    let position: Position = '';
    while (Date.now() < until) {
      const results = await Promise.all(
        instances.map((instance, n) => append(instance, `thing-${(written + n) % 5}`, [1, 1])),
      );
      written += 6;
      position = results
        .map((result) => result.position)
        .sort()
        .at(-1)!;
    }
    await eventually(async () => (await rows()).reduce((sum, row) => sum + row.events, 0) >= written);
    await pause(200);
    expect((await rows()).reduce((sum, row) => sum + row.events, 0)).toBe(written);
    for (const row of await rows()) expect(row).toMatchObject({ events: row.last + 1, total: row.last + 1 });
    expect(position).not.toBe('');
  });
});
