import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bundleChild, ended } from '#test/support/child.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { TOTALS_TABLE } from '#test/support/read-models.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { context } from '#test/event-store/adapter.js';

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

it('a rebuild that is killed in the middle goes on where its tables stand, and applies no event twice', async () => {
  await db.pool.query('create table public.applied (id bigint generated always as identity)');
  const store = new PostgresEventStore(db.pool);
  // More than one page of the read model's own events.
  const many = Array.from({ length: 400 }, () => ({ type: 'Counted', data: { amount: 1 } }));
  for (let n = 0; n < 3; n++) await store.append(`late-${n}`, 'any', many, context());
  const counted = async (of: string) =>
    (await db.pool.query(`select count(*)::int as count from ${of}`)).rows[0].count as number;
  const total = async () =>
    (await db.pool.query('select sum(total)::int as total from read_models.totals')).rows[0].total;
  const expected = await counted("eventstore.events where type = 'Counted'");
  expect(await ended(child.run({ DATABASE_URL: db.url, VERSION: '2', KILL_AFTER: String(expected - 5) }))).toBe(
    'SIGKILL',
  );
  const { rows } = await db.pool.query("select position from platform.rebuild_checkpoints where name = 'totals'");
  expect(Number(rows[0].position)).toBeGreaterThan(0);
  const committed = await counted('public.applied');
  expect(committed).toBeGreaterThan(0);
  expect(await ended(child.run({ DATABASE_URL: db.url, VERSION: '2' }))).toBe(0);
  expect(await total()).toBe(2 * expected);
  // What was committed before the end was not applied again.
  expect(await counted('public.applied')).toBe(expected);
  expect(await counted('platform.rebuild_checkpoints')).toBe(0);
});
