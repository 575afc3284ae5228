import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bundleChild, ended } from '../../../test/support/child.js';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { TOTALS_TABLE } from '../../../test/support/read-models.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { context } from '../event-store/testing/adapter.js';

/** Contract item 9: kill -9 while a page is applied and not committed; several times, at different places. */
let db: TestDatabase;
let child: Awaited<ReturnType<typeof bundleChild>>;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(TOTALS_TABLE);
  child = await bundleChild(new URL('../../../test/support/read-model.child.ts', import.meta.url));
});
afterAll(async () => {
  child.remove();
  await db.drop();
});

it('a process that is killed while it applies events leaves totals exact', async () => {
  const store = new PostgresEventStore(db.pool);
  let written = 0;
  const append = async (count: number) => {
    for (let n = 0; n < count; n++)
      await store.append(`thing-${written++ % 5}`, 'any', [{ type: 'Counted', data: { amount: 1 } }], context());
  };
  for (const killAfter of [1, 7, 30]) {
    await append(40);
    expect(await ended(child.run({ DATABASE_URL: db.url, KILL_AFTER: String(killAfter) }))).toBe('SIGKILL');
    await append(10);
    expect(await ended(child.run({ DATABASE_URL: db.url }))).toBe(0);
    const { rows } = await db.pool.query(
      'select sum(events)::int as events, sum(total)::int as total, bool_and(events = last + 1) as whole from read_models.totals',
    );
    expect(rows[0]).toEqual({ events: written, total: written, whole: true });
  }
});
