import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { eventually, pause } from '#test/event-store/adapter.js';
import { LeaseKeeper, type LeaseTiming } from './leases.js';

describe('leases', () => {
  let db: TestDatabase;
  let keepers: LeaseKeeper[];
  beforeEach(async () => {
    db = await freshDatabase();
    keepers = [];
  });
  afterEach(async () => {
    await Promise.all(keepers.map((keeper) => keeper.stop()));
    await db.drop();
  });

  function keeper(timing: Partial<LeaseTiming> = {}): LeaseKeeper {
    const made = new LeaseKeeper({ connectionString: db.url }, { ttlMs: 2000, beatMs: 50, ...timing });
    keepers.push(made);
    return made;
  }
  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

  it('one of several does the work', async () => {
    const three = [keeper(), keeper(), keeper()];
    let running = 0;
    for (const one of three)
      one.want('a', async (signal) => {
        expect(++running).toBe(1);
        await untilAborted(signal);
        running--;
      });
    await eventually(() => running === 1);
    await pause(300);
    expect(three.filter((one) => one.holds('a'))).toHaveLength(1);
  });

  it('another takes over at once when the holder ends in order', async () => {
    const [first, second] = [keeper({ ttlMs: 60_000 }), keeper({ ttlMs: 60_000 })];
    first.want('a', untilAborted);
    await eventually(() => first.holds('a'));
    second.want('a', untilAborted);
    await first.stop();
    const began = Date.now();
    await eventually(() => second.holds('a'));
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('another takes over at once when the holder is dead, though its time has not run out', async () => {
    const dead = new pg.Client({ connectionString: db.url });
    await dead.connect();
    await dead.query(
      `insert into platform.leases values ('a', gen_random_uuid(), now() + interval '1 hour', pg_backend_pid(), (select backend_start from pg_stat_activity where pid = pg_backend_pid()))`,
    );
    const second = keeper();
    second.want('a', untilAborted);
    await pause(300);
    expect(second.holds('a')).toBe(false);
    await dead.end();
    await eventually(() => second.holds('a'));
  });

  it('another takes over when the holder no longer says that it lives, and the holder stops its work when it notices', async () => {
    const silent = keeper({ beatMs: 1500, ttlMs: 300 });
    let stopped = false;
    silent.want('a', async (signal) => (await untilAborted(signal), void (stopped = true)));
    await eventually(() => silent.holds('a'));
    const second = keeper();
    second.want('a', untilAborted);
    await eventually(() => second.holds('a'));
    await eventually(() => stopped);
  });

  it('work that ends by itself makes room, and goes on where nobody else wants it', async () => {
    const one = keeper();
    let rounds = 0;
    one.want('a', async () => void rounds++);
    await eventually(() => rounds >= 3);
    one.unwant('a');
    await eventually(
      async () => !one.holds('a') && (await db.pool.query('select 1 from platform.leases')).rowCount === 0,
    );
    const before = rounds;
    await pause(200);
    expect(rounds).toBe(before);
  });

  it('the end waits for work under way, but not for ever', async () => {
    const one = keeper({ drainMs: 200 });
    let done = false;
    one.want('a', async (signal) => {
      await untilAborted(signal);
      await pause(100);
      done = true;
    });
    one.want('b', () => new Promise(() => undefined));
    await eventually(() => one.holds('a') && one.holds('b'));
    const began = Date.now();
    await one.stop();
    expect(done).toBe(true);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('are shared out: who joins gets half, each once its work has ended, and who stays gets all', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const running = new Map<string, number>();
    let most = 0;
    const work = (name: string) => async (signal: AbortSignal) => {
      running.set(name, (running.get(name) ?? 0) + 1);
      most = Math.max(most, running.get(name)!);
      await untilAborted(signal);
      // The current work continues: no other instance begins before it has ended.
      await pause(120);
      running.set(name, running.get(name)! - 1);
    };
    const sizes = () => [first, second].map((one) => one.held().length).sort();
    const [first, second] = [keeper(), keeper()];
    for (const name of names) first.want(name, work(name));
    await eventually(() => first.held().length === names.length);
    for (const name of names) second.want(name, work(name));
    await eventually(() => sizes().join() === '2,3');
    await first.stop();
    await eventually(() => second.held().length === names.length);
    expect(most).toBe(1);
  });

  it('work that ends while its lease is being renewed begins no sooner than its lease is given back', async () => {
    const one = keeper({ beatMs: 60_000, ttlMs: 60_000 });
    let [starts, end] = [0, () => undefined as void];
    one.want('a', () => (starts++, new Promise<void>((resolve) => (end = resolve))));
    await eventually(() => one.holds('a'));
    const lock = await db.pool.connect();
    await lock.query("begin; select from platform.leases where name = 'a' for update");
    one.want('b', untilAborted);
    const waits =
      "select 1 from pg_stat_activity where application_name = 'tknest leases' and wait_event_type = 'Lock'";
    await eventually(async () => (await db.pool.query(waits)).rowCount === 1);
    end();
    await eventually(() => !one.holds('a'));
    await lock.query('rollback');
    lock.release();
    await eventually(() => one.holds('b'));
    expect(starts).toBe(1);
  });

  it('an instance that only answers requests takes none', async () => {
    const web = new LeaseKeeper({ connectionString: db.url }, { beatMs: 50 }, false);
    keepers.push(web);
    web.want('a', untilAborted);
    const worker = keeper();
    worker.want('a', untilAborted);
    await eventually(() => worker.holds('a'));
    expect(web.held()).toEqual([]);
    expect((await db.pool.query('select 1 from platform.lease_holders')).rowCount).toBe(1);
  });
});
