import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { migrate } from './migrate.js';
import { context, event } from '#test/event-store/adapter.js';
import { APPEND_FUNCTION } from './append.sql.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';

describe('a change of the append function', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());
  const bodies = async () =>
    (await db.pool.query(`select prosrc, pronargs from pg_proc where oid::regproc::text = 'eventstore.append'`)).rows;

  it('reaches a database that was made by an older program at the next start, and nothing is done at the one after', async () => {
    const newest = await bodies();
    expect(newest).toHaveLength(1);
    // The state left by an older program: another text without a mark, and a second function with another number of
    // parameters.
    const older = APPEND_FUNCTION.replace('begin\n', "begin\n  raise exception 'the older one';\n");
    await db.pool.query(older);
    await db.pool.query('comment on function eventstore.append is null');
    await db.pool.query(older.replace('c_id text[], ', 'c_more text[], c_id text[], '));
    expect(await bodies()).toHaveLength(2);
    await migrate(db.url);
    expect(await bodies()).toEqual(newest);
    const store = new PostgresEventStore(db.pool);
    expect(await store.append('thing-1', 'none', [event()], context())).toMatchObject({ duplicate: false });
    const stamp = `select xmin::text from pg_proc where oid = 'eventstore.append'::regproc`;
    const [made] = (await db.pool.query(stamp)).rows;
    await migrate(db.url);
    expect((await db.pool.query(stamp)).rows).toEqual([made]);
    await store.close();
  });
});
