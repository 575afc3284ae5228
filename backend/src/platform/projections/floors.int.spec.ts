import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import { START } from '../event-store/event-store.js';
import { context, PATIENCE_MS, readWhole } from '#test/event-store/adapter.js';
import { rebuild } from './rebuild.js';

/**
 * Contract item 20, as limits that even a busy machine keeps: falling below means a change in kind (a poll instead of a
 * wake-up, a query per event), not in degree. `backend/bench/event-store.mjs` measures properly.
 */
describe('floors', () => {
  let db: TestDatabase;
  let instance: Instance;
  const STREAMS = 200;
  const EVENTS = 4000;
  beforeAll(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    instance = await startInstance(db.url, [totals()]);
    await Promise.all(
      Array.from({ length: STREAMS }, (_, stream) =>
        instance.store.append(
          `thing-${stream}`,
          'none',
          Array.from({ length: EVENTS / STREAMS }, () => ({ type: 'Counted', data: { amount: 1 } })),
          context(),
        ),
      ),
    );
    await instance.models.waitFor(await instance.store.head(), ['totals'], PATIENCE_MS);
  });
  afterAll(async () => {
    await instance.stop();
    await db.drop();
  });

  it('an append is in its read model within a fifth of a second, mostly', async () => {
    const taken: number[] = [];
    for (let n = 0; n < 41; n++) {
      const began = performance.now();
      const { position } = await instance.store.append(
        'thing-0',
        'any',
        [{ type: 'Counted', data: { amount: 1 } }],
        context(),
      );
      await instance.models.waitFor(position, ['totals']);
      taken.push(performance.now() - began);
    }
    expect(taken.sort((a, b) => a - b)[20]).toBeLessThan(200);
  });

  it('the log is read at thousands of events a second, and a read model rebuilt at hundreds', async () => {
    const began = performance.now();
    expect((await readWhole(instance.store, undefined, 1000, START)).length).toBeGreaterThanOrEqual(EVENTS);
    expect(EVENTS / ((performance.now() - began) / 1000)).toBeGreaterThan(2000);
    const rebuilding = performance.now();
    await rebuild(instance.dataSource, instance.store, totals());
    expect(EVENTS / ((performance.now() - rebuilding) / 1000)).toBeGreaterThan(200);
  });
});
