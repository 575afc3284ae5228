import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bundleChild, ended } from '#test/support/child.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { context, event, eventually, streamName } from '#test/event-store/adapter.js';
import { loseAfter } from '#test/event-store/lose-after.js';
import { toPosition } from '../event-store/positions.js';
import { START } from '../event-store/event-store.js';
import { claimGeneration, claimLog } from '../generation.js';
import { createPool } from '../database/pool.js';
import { LogTail } from './log-tail.js';

describe('a database that loses the last minute under a running instance', () => {
  let db: TestDatabase;
  let store: PostgresEventStore;
  let found: string[];
  let end: (() => Promise<void>)[];
  const instance = () => {
    const pool = createPool(db.url, 4);
    const made = new PostgresEventStore(pool, { onWentBack: ({ position }) => found.push(position) });
    end.push(async () => {
      await made.close();
      await pool.end();
    });
    return made;
  };
  const append = async (to: PostgresEventStore, n: number) =>
    (await to.append(streamName(), 'none', [event({ n }, 'Counted')], context())).position;
  /** Three events, the first of which every log begins with. */
  const fill = async () => {
    await claimGeneration(store, '0.0.0');
    for (const n of [2, 3]) await append(store, n);
  };
  const start = (acceptAt: number | null) =>
    claimLog({ databaseUrl: db.url, eventStore: null }, '0.0.0', acceptAt === null ? null : toPosition(acceptAt));

  beforeEach(async () => {
    db = await freshDatabase();
    [found, end] = [[], []];
    store = instance();
  });
  afterEach(async () => {
    for (const each of end.reverse()) await each();
    await db.drop();
  });

  it('is served nothing from memory, and told once which position is gone', async () => {
    const tail = new LogTail(store);
    tail.start();
    end.push(() => tail.stop());
    await append(store, 1);
    const kept = await append(store, 2);
    const types = new Set(['Counted']);
    await append(store, 3);
    await eventually(async () => (await tail.read(START, types, 10)).events.length === 3);
    await loseAfter(db.pool, kept);
    const other = instance();
    for (const n of [4, 5]) await append(other, n);
    await eventually(() =>
      tail.read(START, types, 10).then(
        () => false,
        () => true,
      ),
    );
    expect(await tail.read(kept, types, 10).catch(String)).toMatch(/history was rewritten/);
    expect(new Set(found)).toEqual(new Set([toPosition(3)]));
    expect(found).toHaveLength(1);
    expect(store.state().problem).toMatch(/seen position 0+3/);
  });

  it('ends with exit code 78, and the next start waits for an operator', async () => {
    const child = await bundleChild(new URL('../../../test/support/log-refusals.child.ts', import.meta.url));
    end.push(async () => child.remove());
    await fill();
    const running = child.run({ DATABASE_URL: db.url });
    const code = ended(running);
    const { rows } = await db.pool.query('select hash from eventstore.events where position = 3');
    await eventually(async () => ((await once(running, 'message'))[0] as string) === toPosition(3));
    await loseAfter(db.pool, toPosition(2));
    expect(await code).toBe(78);
    const refusals = await db.pool.query('select position, hash, head from platform.log_refusals');
    expect(refusals.rows).toEqual([
      { position: toPosition(3), hash: rows[0].hash.toString('hex'), head: toPosition(2) },
    ]);
    await expect(start(null)).rejects.toThrow(/it went back: 0+3 had been seen.*--accept-log-at/);
    await expect(start(9)).rejects.toThrow(/--accept-log-at 9 is beyond its end, which is 2/);
    await start(2);
    await start(null);
  });

  it('has read models, processes and timers that came further go back, and no others', async () => {
    await fill();
    const { pool } = db;
    const readModel = 'insert into platform.projection_checkpoints (name, version, position) values ($1, 4, $2)';
    const process = 'insert into platform.process_checkpoints (process, position) values ($1, $2)';
    const timer = 'insert into platform.timers (process, key, due_at) values ($1, $2, now())';
    const failed =
      "insert into platform.failed_events (consumer, lane, position, stream, revision, error) values ($1, 'x', $2, 'x', 0, 'x')";
    for (const [name, position] of [
      ['early', 2],
      ['late', 3],
    ] as const) {
      await pool.query(readModel, [name, toPosition(position)]);
      await pool.query(process, [name, toPosition(position)]);
      await pool.query(timer, [name, 'a']);
      await pool.query(failed, [`process:${name}`, toPosition(1)]);
      await pool.query(failed, [`read-model:${name}`, toPosition(position)]);
    }
    const rebuild = "insert into platform.rebuild_checkpoints (name, version, shape, position) values ($1, 4, 'x', $2)";
    await pool.query(rebuild, ['begun-early', toPosition(2)]);
    await pool.query(rebuild, ['begun-late', toPosition(3)]);
    await loseAfter(pool, toPosition(2));
    await expect(start(null)).rejects.toThrow(
      /late, late, the rebuild of begun-late had reached 0+3, but the log ends before it/,
    );
    await start(2);
    const of = async (text: string) => (await pool.query(text)).rows;
    expect(await of('select name, version, position from platform.projection_checkpoints order by name')).toEqual([
      { name: 'early', version: 4, position: toPosition(2) },
      { name: 'late', version: 0, position: START },
    ]);
    expect(await of('select process, position from platform.process_checkpoints order by process')).toEqual([
      { process: 'early', position: toPosition(2) },
      { process: 'late', position: START },
    ]);
    // Tables that a rebuild filled with lost events are started over.
    expect(await of('select name from platform.rebuild_checkpoints')).toEqual([{ name: 'begun-early' }]);
    expect(await of('select process from platform.timers')).toEqual([{ process: 'early' }]);
    expect(await of('select consumer from platform.failed_events order by consumer')).toEqual([
      { consumer: 'process:early' },
      { consumer: 'read-model:early' },
    ]);
  });
});
