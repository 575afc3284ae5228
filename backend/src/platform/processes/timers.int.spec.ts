import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { startProcesses, TestClock, type ProcessInstance } from '#test/support/processes.js';
import { context, event, eventually, pause } from '#test/event-store/adapter.js';
import type { ProcessContext, ProcessManager, Timer } from './process-manager.js';
import { TimerStore } from './timer-store.js';

const HOUR = 3_600_000;

describe('timers', () => {
  let db: TestDatabase;
  let clock: TestClock;
  let running: ProcessInstance[];
  let fired: Timer[];
  beforeEach(async () => {
    db = await freshDatabase();
    clock = new TestClock(Date.parse('2027-01-01T00:00:00Z'));
    running = [];
    fired = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((instance) => instance.stop()));
    await db.drop();
  });

  async function start(onTimer: (timer: Timer, context: ProcessContext) => Promise<void>): Promise<ProcessInstance> {
    const process: ProcessManager = {
      name: 'alarm',
      events: ['Scheduled', 'Cancelled'],
      lane: ({ data }) => data.key,
      async handle({ type, data }, { schedule, cancel }) {
        if (type === 'Scheduled')
          await schedule({
            key: data.key,
            dueAt: new Date(clock.now().getTime() + data.inMs),
            payload: { note: data.note },
          });
        else await cancel(data.key);
      },
      onTimer,
    };
    const instance = await startProcesses(db.url, [process], clock);
    running.push(instance);
    return instance;
  }
  const record = async (timer: Timer) => void fired.push(timer);
  const tell = (instance: ProcessInstance, type: string, data: object) =>
    instance.store.append('alarm-1', 'any', [event(data, type)], context());
  const stored = async () => (await db.pool.query('select key, attempts from platform.timers order by key')).rows;

  it('fire when their time has come, once, with their payload, and are gone then', async () => {
    const instance = await start(record);
    await tell(instance, 'Scheduled', { key: 'a', inMs: HOUR, note: 'first' });
    await eventually(async () => (await stored()).length === 1);
    clock.advance(HOUR - 1);
    await pause(60);
    expect(fired).toEqual([]);
    clock.advance(1);
    await eventually(() => fired.length === 1);
    expect(fired[0]).toMatchObject({ key: 'a', payload: { note: 'first' } });
    await eventually(async () => (await stored()).length === 0);
  });

  it('are replaced by a later one with the same key, and cancelled', async () => {
    const instance = await start(record);
    await tell(instance, 'Scheduled', { key: 'a', inMs: HOUR, note: 'old' });
    await tell(instance, 'Scheduled', { key: 'a', inMs: 2 * HOUR, note: 'new' });
    await tell(instance, 'Scheduled', { key: 'b', inMs: HOUR });
    await tell(instance, 'Cancelled', { key: 'b' });
    await eventually(
      async () =>
        Number((await db.pool.query('select position from platform.process_checkpoints')).rows[0]?.position ?? 0) === 4,
    );
    clock.advance(HOUR);
    await pause(60);
    expect(fired).toEqual([]);
    clock.advance(HOUR);
    await eventually(() => fired.length === 1);
    expect(fired[0]).toMatchObject({ key: 'a', payload: { note: 'new' } });
  });

  it('one that is set anew while it is handled is not lost', async () => {
    let [round, handled] = [0, 0];
    const instance = await start(async (timer, { schedule }) => {
      fired.push(timer);
      if (++round < 4) await schedule({ key: 'a', dueAt: new Date(clock.now().getTime() + HOUR), payload: { round } });
      await pause(10);
      handled++;
    });
    await tell(instance, 'Scheduled', { key: 'a', inMs: 0 });
    for (let n = 1; n <= 4; n++) {
      await eventually(() => fired.length === n);
      await eventually(() => handled === n);
      // The old handling is settled by now, and must leave the new timer alone.
      await pause(100);
      if (n < 4) expect(await stored()).toHaveLength(1);
      clock.advance(HOUR);
    }
    await eventually(async () => (await stored()).length === 0);
    expect(fired.map(({ payload }) => (payload as { round?: number } | undefined)?.round)).toEqual([
      undefined,
      1,
      2,
      3,
    ]);
  });

  it('fire again until they were handled, with the same command ids, and later each time', async () => {
    const ids: string[] = [];
    const instance = await start(async (_, { commandId }) => {
      ids.push(commandId(0));
      if (ids.length < 4) throw new Error('not now');
    });
    await tell(instance, 'Scheduled', { key: 'a', inMs: 0 });
    await eventually(() => instance.runner.report()[0]!.failingTimers === 1);
    expect(ids).toHaveLength(1);
    for (const [attempt, waitMs] of [
      [2, 200],
      [3, 400],
      [4, 800],
    ] as const) {
      await eventually(async () => (await stored())[0]?.attempts === attempt - 1);
      clock.advance(waitMs);
      await eventually(() => ids.length === attempt);
    }
    await eventually(async () => (await stored()).length === 0);
    expect(new Set(ids).size).toBe(1);
    expect(instance.runner.report()[0]!.failingTimers).toBe(0);
  });

  it('fire after a restart, also those that were being handled at the crash', async () => {
    let release = () => {};
    const first = await start(() => new Promise<void>((resolve) => (release = resolve)));
    await tell(first, 'Scheduled', { key: 'a', inMs: 0 });
    await eventually(
      async () => (await db.pool.query('select 1 from platform.timers where claimed_until is not null')).rowCount === 1,
    );
    first.leases.unwant('process:alarm');
    await db.pool.query('delete from platform.leases');
    const second = await start(record);
    await eventually(() => fired.length === 1);
    expect(second.runner.report()[0]!.state).toBe('running');
    release();
  });

  it.each([
    [
      'put into the table',
      "insert into platform.timers (process, key, due_at, mac) select 'alarm', 'mine', due_at, mac from platform.timers",
      1,
    ],
    ['moved to another key', "update platform.timers set key = 'mine'", 0],
    ['made due', "update platform.timers set due_at = due_at - interval '1 hour'", 0],
    ['given another payload', `update platform.timers set payload = '{"note":"mine"}'`, 0],
    ['given another token', 'update platform.timers set token = gen_random_uuid()', 0],
  ])('one that somebody has %s does not fire', async (_, change, genuine) => {
    const store = new TimerStore(db.pool, 'alarm', ringOf(1));
    await store.schedule({ key: 'a', dueAt: clock.now(), payload: { note: 'ours', at: { b: 1, a: [2] } } });
    await db.pool.query(change);
    expect((await store.claim(clock.now(), 10, 1000)).map(({ key }) => key)).toEqual(genuine ? ['a'] : []);
  });

  it('one that failed is genuine when it fires again', async () => {
    const store = new TimerStore(db.pool, 'alarm', ringOf(1));
    await store.schedule({ key: 'a', dueAt: clock.now() });
    const [timer] = await store.claim(clock.now(), 10, 1000);
    await store.postpone(timer!, new Date(clock.now().getTime() + 5));
    expect(await store.claim(new Date(clock.now().getTime() + 5), 10, 1000)).toMatchObject([{ attempts: 1 }]);
  });

  it('two that ask at once never get the same one', async () => {
    const store = new TimerStore(db.pool, 'alarm', ringOf(1));
    for (let n = 0; n < 40; n++) await store.schedule({ key: `k${n}`, dueAt: new Date(clock.now().getTime() - n) });
    const taken = (await Promise.all(Array.from({ length: 8 }, () => store.claim(clock.now(), 10, 1000)))).flat();
    expect(new Set(taken.map(({ key }) => key)).size).toBe(taken.length);
    const rest = await store.claim(clock.now(), 100, 1000);
    expect(taken.length + rest.length).toBe(40);
    expect(await store.claim(clock.now(), 100, 1000)).toEqual([]);
    expect(await store.claim(new Date(clock.now().getTime() + 1000), 100, 1000)).toHaveLength(40);
  });
});
