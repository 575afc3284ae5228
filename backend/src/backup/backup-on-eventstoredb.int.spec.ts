import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { backupScene, TEXTS, failuresIn } from '#test/support/backups.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { TOTALS_TABLE } from '#test/support/read-models.js';
import { createDataSource } from '#platform/database/data-source.js';
import { createPool } from '#platform/database/pool.js';
import type { EventStoreSettings } from '#platform/config/log-settings.js';
import { openLog } from '#platform/event-store/open-log.js';
import type { EventStoreDbLog } from '#platform/event-store/eventstoredb/event-store-db-log.js';
import { LogRows } from '#platform/event-store/postgres/log-rows.js';
import { context, event } from '#test/event-store/adapter.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import { restoreBackup } from './restore.js';
import { takeBackup } from './take.js';

describe('backup and restore', () => {
  const { open, close, backup, source, target, events, openRing } = backupScene();
  let from: TestDatabase;
  let to: TestDatabase;
  let folders: string;
  let servers: EventStoreStandIn[];
  beforeEach(async () => {
    ({ from, to, folders } = await open());
    servers = [];
  });
  afterEach(async () => {
    await close();
    servers.forEach((server) => server.stop());
  });

  describe('with the log on EventStoreDB', () => {
    const serve = async () => {
      const server = await new EventStoreStandIn().start();
      servers.push(server);
      return { server, settings: { url: server.url, stream: 'tknest' } };
    };
    const use = async (db: TestDatabase, settings: EventStoreSettings | null, appends: number, look?: unknown) => {
      const pool = createPool(db.url, 4);
      const log = await openLog(pool, settings);
      try {
        for (let n = 0; n < appends; n++)
          await log.append('thing-1', 'any', [event({ ä: TEXTS[n % 7] })], context(`${db.url}-${n}-${settings?.url}`));
        if (look) await (look as (log: EventStoreDbLog) => unknown)(log as EventStoreDbLog);
      } finally {
        await log.close();
        await pool.end();
      }
    };

    it('takes the log from the server, and fills an empty server and its index', async () => {
      const [one, other] = [await serve(), await serve()];
      await openRing(from);
      await use(from, one.settings, 30);
      const manifest = await takeBackup(source(one.settings), backup());
      expect(manifest.log).toMatchObject({ store: 'eventstoredb', position: 30 });
      expect(failuresIn(await restoreBackup(backup(), target({ eventStore: other.settings })))).toEqual([]);
      expect(other.server.streams.readable('tknest')).toHaveLength(30);
      expect(await events(to, 'log_index')).toEqual(await events(from, 'log_index'));
      await use(to, other.settings, 5, async (log: EventStoreDbLog) =>
        expect(await indexEqualsLog(log)).toMatchObject({ verified: 35 }),
      );
    });

    it('a server that outlived the database keeps what it has; another log there is refused', async () => {
      const [one, other] = [await serve(), await serve()];
      await openRing(from);
      await use(from, one.settings, 10);
      await takeBackup(source(one.settings), backup());
      await use(from, one.settings, 20);
      const second = await freshDatabase();
      await use(second, other.settings, 1);
      await second.drop();
      expect(failuresIn(await restoreBackup(backup(), target({ eventStore: other.settings })))[0]?.words).toMatch(
        /contains another log/,
      );
      expect(failuresIn(await restoreBackup(backup(), target({ eventStore: one.settings })))).toEqual([]);
      await use(to, one.settings, 0, async (log: EventStoreDbLog) =>
        expect(await indexEqualsLog(log)).toMatchObject({ verified: 20 }),
      );
    });

    it('goes into PostgreSQL as well, and the other way round', async () => {
      const [one, other] = [await serve(), await serve()];
      await openRing(from);
      await use(from, one.settings, 12);
      await takeBackup(source(one.settings), backup());
      expect(failuresIn(await restoreBackup(backup(), target()))).toEqual([]);
      await use(to, null, 3);
      expect(await verifyChain(new LogRows(to.pool, 'eventstore'))).toMatchObject({ verified: 15, broken: null });
      const back = path.join(folders, 'back');
      await takeBackup({ ...source(), databaseUrl: to.url }, back);
      const third = await freshDatabase();
      await third.pool.query(TOTALS_TABLE);
      expect(
        failuresIn(await restoreBackup(back, target({ databaseUrl: third.url, eventStore: other.settings }))),
      ).toEqual([]);
      await use(third, other.settings, 1, async (log: EventStoreDbLog) =>
        expect(await indexEqualsLog(log)).toMatchObject({ verified: 16 }),
      );
      await third.drop();
    });

    it('a log that is not whole on the server is not backed up', async () => {
      const one = await serve();
      await openRing(from);
      await use(from, one.settings, 5);
      const dataSource = await createDataSource(from.url).initialize();
      await dataSource.query("update log_index.checkpoint set hash = decode(repeat('11', 32), 'hex')");
      await dataSource.destroy();
      await expect(takeBackup(source(one.settings), backup())).rejects.toThrow();
      expect(failuresIn(await restoreBackup(backup(), target()))[0]?.subject).toBe('Backup');
    });
  });
});
