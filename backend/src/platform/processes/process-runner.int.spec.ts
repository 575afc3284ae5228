import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../clock/clock.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startProcesses, type ProcessInstance } from '#test/support/processes.js';
import type { RecordedEvent } from '../event-store/event-store.js';
import { context, event, eventually, pause } from '#test/event-store/adapter.js';
import { LedgerUnavailable } from '../ledger/ledger-port.js';
import type { ProcessContext, ProcessManager } from './process-manager.js';

type Handle = (event: RecordedEvent, context: ProcessContext) => Promise<void>;

/** Every pause is over at once, or nearly. */
const impatient: Clock = { now: () => new Date(), sleep: () => pause(2) };

const follower = (handle: Handle): ProcessManager => ({
  name: 'follower',
  events: ['SomethingHappened'],
  lane: ({ stream }) => stream,
  handle,
});

describe('the process runner', () => {
  let db: TestDatabase;
  let running: ProcessInstance[];
  beforeEach(async () => {
    db = await freshDatabase();
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((instance) => instance.stop()));
    await db.drop();
  });

  const start = async (handle: Handle, clock?: Clock) => {
    const instance = await startProcesses(db.url, [follower(handle)], clock);
    running.push(instance);
    return instance;
  };
  const append = (instance: ProcessInstance, stream: string, data: object = {}) =>
    instance.store.append(stream, 'any', [event(data)], context());
  const checkpoint = async () =>
    (await db.pool.query('select position from platform.process_checkpoints')).rows[0]?.position;

  it('hands out every event, in order per lane and side by side between lanes', async () => {
    const handled: string[] = [];
    let [now, most] = [0, 0];
    const instance = await start(async ({ stream, revision }) => {
      most = Math.max(most, ++now);
      // However slowly events come: the first lane at work sees another one begin.
      if (most === 1) await eventually(() => most > 1);
      await pause(revision % 3);
      now--;
      handled.push(`${stream}/${revision}`);
    });
    for (let n = 0; n < 60; n++) await append(instance, `lane-${n % 6}`);
    await eventually(() => handled.length === 60);
    for (let lane = 0; lane < 6; lane++)
      expect(handled.filter((entry) => entry.startsWith(`lane-${lane}/`))).toEqual(
        Array.from({ length: 10 }, (_, n) => `lane-${lane}/${n}`),
      );
    expect(most).toBeGreaterThan(1);
    await eventually(async () => (await checkpoint()) === (await instance.store.head()));
  });

  it('goes on behind an unbroken row of finished events: what was under way comes again, what was done does not', async () => {
    let release = () => {};
    const first: number[] = [];
    const one = await start(async ({ data }) => {
      if (data.n === 2) await new Promise<void>((resolve) => (release = resolve));
      first.push(data.n);
    });
    for (let n = 0; n < 5; n++) await append(one, `lane-${n}`, { n });
    await eventually(() => first.length === 4);
    // The checkpoint is written later than the work: after a stop, some events are delivered again, which is allowed.
    await eventually(async () => Number(await checkpoint()) === 2);
    const stopping = one.stop();
    running = [];
    expect(Number(await checkpoint())).toBe(2);
    release();
    await stopping;
    const second: number[] = [];
    const two = await start(async ({ data }) => void second.push(data.n));
    await append(two, 'lane-9', { n: 9 });
    await eventually(() => second.includes(9));
    expect([...first, ...second].filter((n) => n === 2).length).toBeGreaterThanOrEqual(1);
    expect(second).not.toContain(0);
    expect(second).not.toContain(1);
  });

  it('gives a repeated delivery the same command ids, so that what it does happens once', async () => {
    let attempts = 0;
    const instance = await start(async ({ data, stream }, { commandId }) => {
      await instance.store.append(`effect-${stream}`, 'any', [event({ of: data.n }, 'Done')], context(commandId(0)));
      await instance.store.append(
        `effect-${stream}`,
        'any',
        [event({ of: data.n }, 'DoneAgain')],
        context(commandId('again')),
      );
      if (++attempts < 4) throw new Error('crashed after its effects');
    });
    await append(instance, 'lane-1', { n: 1 });
    await eventually(() => attempts === 4);
    const { rows } = await db.pool.query(
      "select type from eventstore.events where stream = 'effect-lane-1' order by revision",
    );
    expect(rows.map(({ type }) => type)).toEqual(['Done', 'DoneAgain']);
  });

  it('halts a lane that fails again and again, says so, and handles it later when asked to', async () => {
    let broken = true;
    const handled: string[] = [];
    const instance = await start(async ({ stream, revision }) => {
      if (broken && stream === 'lane-bad' && revision === 1) throw new Error('cannot');
      handled.push(`${stream}/${revision}`);
    }, impatient);
    for (let n = 0; n < 3; n++) await append(instance, 'lane-bad');
    await append(instance, 'lane-good');
    await eventually(() => instance.runner.report()[0]!.failed === 1);
    await eventually(() => handled.includes('lane-bad/0') && handled.includes('lane-good/0'));
    await append(instance, 'lane-bad');
    await eventually(
      async () => (await db.pool.query('select count(*)::int from platform.failed_events')).rows[0].count === 3,
    );
    expect(await instance.runner.retryFailed('follower')).toEqual({ handled: 0, stuck: 1 });
    broken = false;
    expect(await instance.runner.retryFailed('follower')).toEqual({ handled: 3, stuck: 0 });
    await append(instance, 'lane-bad');
    await eventually(() => handled.includes('lane-bad/4'));
    expect(handled.filter((entry) => entry.startsWith('lane-bad'))).toEqual(
      [0, 1, 2, 3, 4].map((n) => `lane-bad/${n}`),
    );
  });

  it('waits out an outage, however long, without setting anything aside', async () => {
    let attempts = 0;
    const instance = await start(async () => {
      if (++attempts < 11) throw new LedgerUnavailable('the ledger is away');
    }, impatient);
    await append(instance, 'lane-1');
    await eventually(() => attempts === 11);
    await eventually(async () => (await checkpoint()) === (await instance.store.head()));
    expect(instance.runner.report()).toMatchObject([{ failed: 0, state: 'running' }]);
  });

  it('runs on one instance at a time; another takes over at once when it ends, and after its lease when it dies', async () => {
    const seen: [number, number][] = [];
    const one = await start(async ({ data }) => void seen.push([1, data.n]));
    await append(one, 'lane-1', { n: 0 });
    await eventually(() => seen.length === 1);
    const two = await start(async ({ data }) => void seen.push([2, data.n]));
    await append(two, 'lane-1', { n: 1 });
    await eventually(() => seen.length === 2);
    expect(two.runner.report()[0]!.state).toBe('waiting-for-lease');
    running = [two];
    await one.stop();
    await append(two, 'lane-1', { n: 2 });
    await eventually(() => seen.length === 3);
    expect(seen).toEqual([
      [1, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('goes on by itself after every connection was cut', async () => {
    const seen = new Set<number>();
    const instance = await start(async ({ data }) => void seen.add(data.n));
    for (let n = 0; n < 30; n++) {
      await append(instance, `lane-${n % 4}`, { n });
      if (n % 10 === 5)
        await db.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
    }
    await eventually(() => seen.size === 30);
    await eventually(async () => (await checkpoint()) === (await instance.store.head()));
  });
});
