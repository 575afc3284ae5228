import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { totals, TOTALS_TABLE } from '#test/support/read-models.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { PlatformHealth } from '#platform/platform-health.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { ListReadModelsHandler } from './read-models.query.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(TOTALS_TABLE);
  await db.pool.query('alter table read_models.totals set (autovacuum_enabled = false)');
});
afterAll(() => db.drop());

it('rows are counted to a bound, and estimated beyond it: no linear work per request', async () => {
  const source = await createDataSource(db.url).initialize();
  const registry = new ProjectionRegistry();
  registry.register(totals());
  const readModels: object[] = [];
  const health = { report: async () => ({ head: 7, readModels }) } as unknown as PlatformHealth;
  const list = new ListReadModelsHandler(source, registry, health);
  const fill = (from: number, to: number) =>
    db.pool.query("insert into read_models.totals select 's' || n, 1, 1, 0 from generate_series($1::int, $2::int) n", [
      from,
      to,
    ]);
  await fill(1, 10_000);
  expect(await list.execute()).toEqual([
    { name: 'totals', state: 'catching-up', rows: 10_000, lag: 7, progress: 1, error: null },
  ]);
  await fill(10_001, 40_000);
  await db.pool.query('analyze read_models.totals');
  expect(await list.execute()).toMatchObject([{ rows: 40_000 }]);
  // The estimate, not a count: it lacks rows added since the last ANALYZE.
  await db.pool.query("delete from read_models.totals where stream <> 's1'");
  await fill(50_000, 61_000);
  expect(await list.execute()).toMatchObject([{ rows: 40_000 }]);
  // A failed rebuild leaves the live read model unchanged, so only this report shows it.
  readModels.push({ name: 'totals', lag: 0, state: 'live', progress: null, error: 'the rebuild failed' });
  expect(await list.execute()).toMatchObject([{ state: 'live', error: 'the rebuild failed' }]);
  await source.destroy();
});
