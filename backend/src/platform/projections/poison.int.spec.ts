import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import { context, eventually, PATIENCE_MS } from '#test/event-store/adapter.js';
import type { Projection } from './projection.js';

/**
 * Contract item 11: an event that cannot be applied is retried, then halts the read model or is set aside as failed;
 * other read models continue.
 */
describe('an event that cannot be applied', () => {
  let db: TestDatabase;
  let instance: Instance;
  let poisoned: boolean;
  beforeEach(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    await db.pool.query('create table read_models.others (stream text primary key)');
    poisoned = true;
  });
  afterEach(async () => {
    await instance.stop();
    await db.drop();
  });

  const other: Projection = {
    name: 'others',
    version: 1,
    tables: ['others'],
    events: ['Counted'],
    onError: 'halt',
    apply: async (events, tx) => {
      for (const { stream } of events)
        await tx.query('insert into others values ($1) on conflict do nothing', [stream]);
    },
  };
  const start = async (onError: Projection['onError']) => {
    instance = await startInstance(db.url, [
      totals({
        onError,
        before: ({ data }) => {
          if (poisoned && data.amount === 13) throw new Error('thirteen');
        },
      }),
      other,
    ]);
  };
  const append = (stream: string, amounts: number[]) =>
    instance.store.append(
      stream,
      'any',
      amounts.map((amount) => ({ type: 'Counted', data: { amount } })),
      context(),
    );
  const rows = async () =>
    (await db.pool.query('select stream, total::int from read_models.totals order by stream')).rows;
  const health = () => instance.models.report().find(({ name }) => name === 'totals')!;

  it('is among the failed events with the later ones of its stream, and the other streams go on', async () => {
    await start('halt-stream');
    await append('thing-bad', [1, 13, 2]);
    await append('thing-good', [5]);
    const { position } = await append('thing-bad', [3]);
    expect(await instance.models.waitFor(position, ['totals', 'others'], PATIENCE_MS)).toBe(true);
    expect(await rows()).toEqual([
      { stream: 'thing-bad', total: 1 },
      { stream: 'thing-good', total: 5 },
    ]);
    await eventually(() => health().failed === 3);
    expect(health()).toMatchObject({ state: 'failed-events', error: expect.stringContaining('thirteen') });
    const { rows: failed } = await db.pool.query(
      'select revision, error from platform.failed_events order by position',
    );
    expect(failed.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(failed[0].error).toContain('thirteen');
  });

  it('is handled again when somebody asks, in order, and those that still cannot remain failed', async () => {
    await start('halt-stream');
    await append('thing-bad', [1, 13, 2]);
    await instance.models.waitFor((await append('thing-bad', [3])).position, ['totals'], PATIENCE_MS);
    expect(await instance.models.retryFailed('totals')).toEqual({ applied: 0, stuck: 1 });
    poisoned = false;
    expect(await instance.models.retryFailed('totals')).toEqual({ applied: 3, stuck: 0 });
    await instance.models.waitFor((await append('thing-bad', [4])).position, ['totals'], PATIENCE_MS);
    expect(await rows()).toEqual([{ stream: 'thing-bad', total: 23 }]);
    await expect(instance.models.retryFailed('no-such')).rejects.toThrow('no-such');
  });

  it('halts a read model of money, which says so, while the others go on', async () => {
    await start('halt');
    await append('thing-bad', [1]);
    await append('thing-bad', [13]);
    const { position } = await append('thing-good', [5]);
    await eventually(() => health().state === 'halted');
    expect(health()).toMatchObject({ state: 'halted', error: expect.stringContaining('thirteen') });
    expect(await instance.models.waitFor(position, ['others'], PATIENCE_MS)).toBe(true);
    expect(await rows()).toEqual([{ stream: 'thing-bad', total: 1 }]);
  });
});
