import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { inLaterRelease, LATER_NAMES } from '#test/support/later-release.js';
import { createIndexConcurrently } from '../../migrations/concurrent-index.js';
import { migrationNames } from './data-source.js';
import { migrate } from './migrate.js';

const PROPERTIES = 'select count(*) from read_models.properties';

let db: TestDatabase;
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  clients.push(client);
  return client;
}
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await db.drop();
});

/** The longest wait of a program that keeps querying, in milliseconds, until it is stopped. */
function asking(client: pg.Client) {
  let [longest, stopped] = [0, false];
  const asked = (async () => {
    while (!stopped) {
      const began = performance.now();
      await client.query(PROPERTIES);
      longest = Math.max(longest, performance.now() - began);
      await sleep(10);
    }
  })();
  return async () => {
    stopped = true;
    await asked;
    return longest;
  };
}

describe('a migration beside an older program', () => {
  it('keeps nobody waiting for 2 s, however long a transaction holds what it wants; it ends once that has ended', async () => {
    const [holder, other] = [await connect(), await connect()];
    await holder.query('begin');
    await holder.query(PROPERTIES);
    const stop = asking(other);
    const migrating = inLaterRelease(() => migrate(db.url));
    await sleep(5_000);
    await holder.query('commit');
    const made = await migrating;
    expect(await stop()).toBeLessThan(2_000);
    expect(made).toEqual(LATER_NAMES);
    await other.query(PROPERTIES);
    const { rows } = await other.query('select count(*)::int as ran from platform.migrations');
    expect(rows).toEqual([{ ran: migrationNames().length + LATER_NAMES.length }]);
  });

  it('makes an index while rows are written, and anew where an attempt left half of it', async () => {
    const [owner, writer] = [await connect(), await connect()];
    await owner.query('create table read_models.many (id int, wallet text)');
    await owner.query("insert into read_models.many select n, 'r' || n from generate_series(1, 1000) n");
    await writer.query('begin');
    await writer.query("insert into read_models.many values (0, 'r0')");
    const runner = { query: async (text: string, values?: unknown[]) => (await owner.query(text, values)).rows };
    await owner.query('set statement_timeout = 300');
    const make = () =>
      createIndexConcurrently(runner as never, 'read_models.many_by_wallet', 'read_models.many (wallet)');
    await expect(make()).rejects.toThrow('statement timeout');
    await owner.query('set statement_timeout = 0');
    const made = make();
    await sleep(200);
    await writer.query("insert into read_models.many values (-1, 'r')");
    await writer.query('commit');
    await made;
    await make();
    const { rows } = await owner.query(
      "select indisvalid as whole from pg_index where indexrelid = 'read_models.many_by_wallet'::regclass",
    );
    expect(rows).toEqual([{ whole: true }]);
  });
});
