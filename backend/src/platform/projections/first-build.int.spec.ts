import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../clock/clock.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import { createDataSource } from '../database/data-source.js';
import { acceptLog } from '../consumers/log-refusals.js';
import { START, StoreUnavailable } from '../event-store/event-store.js';
import { toPosition } from '../event-store/positions.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { PlatformHealth } from '../platform-health.js';
import type { ProcessRunner } from '../processes/process-runner.js';
import { context, eventually, pause, streamName } from '#test/event-store/adapter.js';
import { NEVER_BUILT } from './checkpoint.js';
import { BEHIND_MAX } from './read-model-runner.js';
import { rebuild } from './rebuild.js';

describe('the first build of a read model over a long log', () => {
  let db: TestDatabase;
  let instance: Instance | undefined;
  beforeEach(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    const store = new PostgresEventStore(db.pool);
    const others = Array.from({ length: BEHIND_MAX / 20 }, () => ({ type: 'Other', data: {} }));
    for (let n = 0; n < 20; n++) await store.append(streamName(), 'none', others, context());
    await store.append('thing-1', 'none', [{ type: 'Counted', data: { amount: 7 } }], context());
    await store.close();
  });
  afterEach(async () => {
    await instance?.stop();
    instance = undefined;
    await db.drop();
  });

  const neverBuilt = () =>
    db.pool.query('insert into platform.projection_checkpoints (name, version, position) values ($1, $2, $3)', [
      'totals',
      NEVER_BUILT,
      START,
    ]);
  /** The build's first look at the log fails. */
  async function startWhileAway(error: Error) {
    await neverBuilt();
    instance = await startInstance(db.url, [totals()]);
    const { store, models } = instance;
    const head = store.head.bind(store);
    store.head = () => {
      store.head = head;
      return Promise.reject(error);
    };
    return { models, head };
  }
  const away = {
    'the log': () => new StoreUnavailable('EventStoreDB does not answer as it should'),
    'the database': () => new Error('timeout exceeded when trying to connect'),
  };
  it.each(Object.entries(away))('is tried again after %s was away, and does not follow the log', async (_, error) => {
    const versions: number[] = [];
    const { models } = await startWhileAway(error());
    await eventually(() => models.report()[0]!.error !== null);
    for (let n = 0; n < 10; n++) {
      await pause(50);
      const { rows } = await db.pool.query('select version from platform.projection_checkpoints');
      versions.push(rows[0].version);
    }
    expect(new Set(versions)).toEqual(new Set([NEVER_BUILT]));
    expect(models.report()[0]!.error).toContain('the rebuild failed');
  });
  it('goes on with its tables after the log was away in the middle', async () => {
    const dataSource = await createDataSource(db.url).initialize();
    const store = new PostgresEventStore(db.pool);
    const breaking = Object.create(store) as PostgresEventStore;
    breaking.readAll = (after, options) =>
      after === START ? store.readAll(after, { ...options, limit: 1 }) : Promise.reject(away['the log']());
    await store.append('thing-1', 'any', [{ type: 'Counted', data: { amount: 5 } }], context());
    await expect(rebuild(dataSource, breaking, totals())).rejects.toThrow(StoreUnavailable);
    const seen: number[] = [];
    await rebuild(dataSource, store, totals({ before: ({ data }) => void seen.push(data.amount as number) }));
    expect(seen).toEqual([5]);
    const { rows } = await db.pool.query('select total::int from read_models.totals');
    expect(rows).toEqual([{ total: 12 }]);
    await dataSource.destroy();
    await store.close();
  });
  it('holds back readiness: its tables are empty', async () => {
    let isHeld = true;
    const before = async () => {
      while (isHeld) await pause(20);
    };
    instance = await startInstance(db.url, [totals({ before })]);
    const processes = { report: () => [] } as unknown as ProcessRunner;
    const health = new PlatformHealth(instance.store, instance.models, processes, systemClock);
    const stateOf = async () => (await health.report()).readModels[0]!.state;
    await eventually(async () => (await stateOf()) === 'rebuilding');
    for (let n = 0; n < 10; n++) {
      await pause(50);
      expect(await health.report()).toMatchObject({ started: false });
    }
    isHeld = false;
    await eventually(async () => (await health.report()).started);
    const { rows } = await db.pool.query('select total::int from read_models.totals');
    expect(rows).toEqual([{ total: 7 }]);
  });
  it('is not called live by an instance that only answers requests, while nobody builds', async () => {
    await neverBuilt();
    instance = await startInstance(db.url, [totals()], { takes: false });
    const { models } = instance;
    await eventually(() => models.positionOf('totals') === START);
    expect(models.report()[0]).toMatchObject({ state: 'catching-up' });
    expect(models.areAllBuilt()).toBe(false);
  });
  it('that waits to be tried again is no reason to say that all read models have come along', async () => {
    const { models, head } = await startWhileAway(away['the log']());
    await eventually(() => models.report()[0]!.state === 'halted');
    expect(await models.waitFor(await head(), ['totals'], 100)).toBe(false);
  });
  it('is told from a rebuild of a log that lost its end: nothing is folded on top of rows that are there', async () => {
    let isBroken = false;
    const before = () => {
      if (isBroken) {
        isBroken = false;
        throw new Error('cannot be applied');
      }
    };
    instance = await startInstance(db.url, [totals({ before })]);
    await eventually(() => instance!.models.report()[0]!.state === 'live');
    await instance.stop();
    await acceptLog(db.pool, new PostgresEventStore(db.pool), toPosition(BEHIND_MAX));
    isBroken = true;
    instance = await startInstance(db.url, [totals({ before })]);
    await eventually(() => !isBroken);
    await pause(1000);
    const { rows } = await db.pool.query('select total::int from read_models.totals');
    expect(rows).toEqual([{ total: 7 }]);
    expect(instance.models.report()[0]).toMatchObject({ state: 'halted' });
    expect(instance.models.areAllBuilt()).toBe(true);
  });
  it('is seen by other instances while its pages are slow', async () => {
    let isHeld = true;
    const before = async () => {
      while (isHeld) await pause(20);
    };
    instance = await startInstance(db.url, [totals({ before })]);
    const other = await startInstance(db.url, [totals()], { takes: false });
    try {
      await eventually(() => instance!.models.report()[0]!.state === 'rebuilding');
      await eventually(() => other.models.report()[0]!.state === 'rebuilding', 5_000);
      await pause(2_000);
      const age = 'select extract(epoch from now() - beat_at)::float8 as seconds from platform.projection_rebuilds';
      expect((await db.pool.query(age)).rows[0].seconds).toBeLessThan(2);
      isHeld = false;
      await eventually(() => other.models.report()[0]!.state === 'live', 5_000);
    } finally {
      isHeld = false;
      await other.stop();
    }
  });
});
