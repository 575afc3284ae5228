import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../../scripts/lib/free-port.mjs';
import { startPostgres } from '../../../../../scripts/lib/embedded-postgres.mjs';
import { createPool } from '../../database/pool.js';
import { migrate } from '../../database/migrate.js';
import { context, event, eventually, pause } from '#test/event-store/adapter.js';
import { startFollowing } from '#test/event-store/contract/following.js';
import { Fenced } from '../event-store.js';
import { loseAfter } from '#test/event-store/lose-after.js';
import { PostgresEventStore } from './postgres-event-store.js';

/** Contract item 12, against a dedicated server that is disconnected, stopped, killed and restarted. */
describe('when the server goes away', () => {
  let dataDir: string;
  let port: number;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: PostgresEventStore;
  const flags = ['-c', 'fsync=off', '-c', 'shared_buffers=16MB'] as never[];
  const startServer = () => startPostgres({ dataDir, port, password: 'test', flags, logFile: undefined });

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-survival-'));
    port = await freePort();
    server = await startServer();
    await migrate(server.url);
    store = new PostgresEventStore(createPool(server.url, 5));
  });
  afterAll(async () => {
    await store.close();
    await store.pool.end();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  /** Repeats the same command until it succeeds; the number of attempts must not matter. */
  async function append(n: number): Promise<void> {
    const command = context();
    while (
      await store.append('thing-1', 'any', [event({ n })], command).then(
        () => false,
        () => true,
      )
    )
      await pause(50);
  }

  it('followers miss nothing and repeat nothing, and appends come through once', async () => {
    const follower = startFollowing(store, await store.head());
    const outages = [
      () =>
        store.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
          ['client backend'],
        ),
      async () => {
        await server.stop();
        await pause(300);
        server = await startServer();
      },
      async () => {
        server.kill();
        await server.exited;
        server = await startServer();
      },
    ];
    let n = 0;
    for (const outage of outages) {
      for (let count = 0; count < 5; count++) await append(n++);
      const down = outage();
      // While it is down, the batch is sent again until it succeeds, and is written only once.
      const through = Promise.all(Array.from({ length: 5 }, () => append(n++)));
      await down;
      await through;
      await append(n++);
    }
    await eventually(() => follower.seen.length >= n);
    await pause(100);
    await follower.stop();
    expect(follower.seen.map(({ revision }) => revision)).toEqual(Array.from({ length: n }, (_, revision) => revision));
    expect(follower.seen.map(({ data }) => data.n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: n }, (_, index) => index),
    );
  });

  it('what was decided before a failover that lost unread commits is not appended', async () => {
    const other = new PostgresEventStore(createPool(server.url, 3));
    const decided = await store.fence();
    await store.append('thing-3', 'none', [event({ n: 1 })], context());
    const kept = await store.head();
    // The other instance's commit is lost. This instance has not read it, so its log does not look changed.
    await other.append('thing-3', 0, [event({ n: 2 })], context());
    await other.close();
    await other.pool.end();
    await server.stop();
    server = await startServer();
    await loseAfter(store.pool, kept);
    expect(await store.head()).toBe(kept);
    const again = (fence?: string) => store.append('thing-3', 0, [event({ n: 2 })], context(undefined, { fence }));
    await expect(again(decided)).rejects.toThrow(Fenced);
    expect(await store.head()).toBe(kept);
    expect(await store.fence()).not.toBe(decided);
    await again(await store.fence());
  });

  it('a command whose answer was lost is found again and not written twice', async () => {
    const held = await store.pool.connect();
    await held.query('begin');
    await held.query('select pg_advisory_xact_lock($1)', [0x6c6f67]);
    const ctx = context(undefined, { inputHash: 'a' });
    const append = store.append('thing-2', 'none', [event()], ctx);
    const waits = "from pg_stat_activity where wait_event_type = 'Lock'";
    await eventually(async () => (await store.pool.query(`select 1 ${waits}`)).rowCount! > 0);
    await store.pool.query(`select pg_terminate_backend(pid) ${waits}`);
    await held.query('rollback');
    held.release();
    expect(await append).toMatchObject({ revisions: { 'thing-2': 0 } });
    expect(await store.append('thing-2', 'none', [event()], ctx)).toMatchObject({
      duplicate: true,
      revisions: { 'thing-2': 0 },
    });
  });
});
