import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { createPool } from '../../database/pool.js';
import type { EventStoreDbLog } from '../eventstoredb/event-store-db-log.js';
import { openLog } from '../open-log.js';
import { START } from '../event-store.js';
import type { StoredLog } from '../stored-log.js';
import { context, event, readWhole } from '#test/event-store/adapter.js';
import { KeyRing } from '../../vault/key-ring.js';
import { macsOf } from '../../vault/ring-macs.js';
import { copyLog } from './copy-log.js';
import { EventStoreDbEnd } from './event-store-db-end.js';
import { PostgresEnd } from './postgres-end.js';
import { inFull } from '#test/support/how-much.js';

const EVENTS = inFull(1_500, 100_000);
const PER_COMMAND = 7;

describe('copying a log', () => {
  let server: EventStoreStandIn;
  let databases: TestDatabase[];
  beforeEach(async () => {
    server = await new EventStoreStandIn().start();
    databases = [await freshDatabase(), await freshDatabase()];
  });
  afterEach(async () => {
    await Promise.all(databases.map((db) => db.drop()));
    server.stop();
  });
  const settings = () => ({ url: server.url, stream: 'tknest' });
  const inDatabase = (index: number) => new PostgresEnd(databases[index]!.pool);
  const onServer = () => new EventStoreDbEnd(settings());
  const silently = () => {};

  /** Opens a log like the program, and appends. */
  async function use(
    db: TestDatabase,
    eventStore: ReturnType<typeof settings> | null,
    commands: number,
    look?: (log: EventStoreDbLog) => unknown,
  ) {
    const pool = createPool(db.url, 4);
    const log = await openLog(pool, eventStore);
    try {
      const write = (n: number) =>
        log.append(
          `thing-${n % 50}`,
          'any',
          Array.from({ length: PER_COMMAND }, (_, index) => event({ z: n, ä: 'ü\u2028', 10: index, a: [1e21] })),
          context(crypto.randomUUID(), { inputHash: `${n}`, result: { n, 2: null } }),
        );
      for (let n = 0; n < commands; n += 200)
        await Promise.all(Array.from({ length: Math.min(200, commands - n) }, (_, k) => write(n + k)));
      await look?.(log as EventStoreDbLog);
    } finally {
      await log.close();
      await pool.end();
    }
  }

  /** Everything that is stored, byte by byte. */
  async function bytes({ pool }: TestDatabase, upTo: number | null = null) {
    const { rows } = await pool.query(
      `select (select md5(string_agg(e::text, '|' order by position)) from eventstore.events e where $1::bigint is null or position <= $1) as events,
        (select md5(string_agg(c::text, '|' order by position)) from eventstore.commands c where $1::bigint is null or position <= $1) as commands,
        (select count(*)::int from eventstore.events) as count`,
      [upTo],
    );
    return rows[0];
  }

  it('to EventStoreDB, used there, and back: the same bytes, and the program opens either and no closed one', async () => {
    const [from, back] = databases as [TestDatabase, TestDatabase];
    await use(from, null, Math.ceil(EVENTS / PER_COMMAND));
    const there = await copyLog(inDatabase(0), onServer(), silently);
    await expect(openLog(from.pool, null)).rejects.toThrow(/closed at 0+\d+, when it was copied/);
    await expect(
      from.pool.query('insert into eventstore.events select * from eventstore.events limit 1'),
    ).rejects.toThrow(/This log is closed/);
    await use(from, settings(), 30, async (log) => {
      const { verified } = await indexEqualsLog(log);
      expect(verified).toBe(there.position + 30 * PER_COMMAND);
      expect(log.state()).toMatchObject({ problem: null });
    });
    const home = await copyLog(onServer(), inDatabase(1), silently);
    await expect(openLog(from.pool, settings())).rejects.toThrow(/was closed at/);
    expect(await bytes(back, there.position)).toMatchObject({
      ...(await bytes(from)),
      count: there.position + 30 * PER_COMMAND,
    });
    await use(back, null, 1);
    expect((await bytes(back)).count).toBe(home.position + PER_COMMAND);
  }, 1_200_000);

  it('carries the MACs of events along, and each store tells what is not genuine', async () => {
    const [from, back] = databases as [TestDatabase, TestDatabase];
    const ring = new KeyRing({ masterKey: Buffer.alloc(32, 1), masterKeyFile: null });
    await ring.open(from.pool, { stored: async () => [] });
    const misfits = async (log: StoredLog) => {
      const [told, stored] = [await readWhole(log), await log.stored(START, 1_000)];
      expect(stored.map(({ misfit }) => misfit)).toEqual(told.map(({ misfit }) => misfit));
      await log.close();
      return told.map(({ misfit }) => misfit ?? null);
    };
    const genuine = async (db: TestDatabase, eventStore: ReturnType<typeof settings> | null) => {
      const log = await openLog(db.pool, eventStore, undefined, macsOf(ring));
      await log.append('thing-1', 'any', [event()], context());
      return misfits(log);
    };
    expect(await genuine(from, null)).toEqual([null]);
    await copyLog(inDatabase(0), onServer(), silently);
    expect(await genuine(from, settings())).toEqual([null, null]);
    await use(from, settings(), 1);
    const forged = Array(PER_COMMAND).fill('it carries no MAC');
    expect((await genuine(from, settings())).slice(-PER_COMMAND - 1)).toEqual([...forged, null]);
    await copyLog(onServer(), inDatabase(1), silently);
    const home = await openLog(back.pool, null, undefined, macsOf(ring));
    expect((await misfits(home)).slice(-PER_COMMAND - 1)).toEqual([...forged, null]);
  });

  it('goes on where it was interrupted, and until its end nobody opens the target', async () => {
    await use(databases[0]!, null, 400);
    const interrupted = copyLog(inDatabase(0), onServer(), (done) => {
      if (done > 1000) throw new Error('power cut');
    });
    await expect(interrupted).rejects.toThrow('power cut');
    expect(server.streams.readable('tknest')!.length).toBeLessThan(2_500);
    await expect(openLog(databases[1]!.pool, settings())).rejects.toThrow(/is not complete/);
    const end = await copyLog(inDatabase(0), onServer(), silently);
    expect(server.streams.readable('tknest')).toHaveLength(end.position);
    await use(databases[1]!, settings(), 1, indexEqualsLog);
  });

  it('refuses a target that holds another log, and a source with commands that wrote no events', async () => {
    await use(databases[0]!, null, 3);
    await use(databases[1]!, settings(), 1);
    await expect(copyLog(inDatabase(0), onServer(), silently)).rejects.toThrow(/another log/);
    const other = inDatabase(1);
    await databases[1]!.pool.query("insert into eventstore.commands values ('old', null, 0, '{}', 'null')");
    await expect(copyLog(other, onServer(), silently)).rejects.toThrow(/its command old wrote no event/);
  });

  it('refuses what is written to a closed source by a program that still runs', async () => {
    const pool = createPool(databases[0]!.url, 4);
    const log = await openLog(pool, settings());
    await log.append('thing-1', 'any', [event()], context());
    const source = onServer();
    const late = Object.assign(source, {
      close: async () => {
        const end = await EventStoreDbEnd.prototype.close.call(source);
        await log.append('thing-1', 'any', [event()], context());
        return end;
      },
    });
    await expect(copyLog(late, inDatabase(1), silently)).rejects.toThrow(/written to while it was copied/);
    await log.close();
    await pool.end();
  });
});
