import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import net, { type AddressInfo, type Socket } from 'node:net';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { blackHoleTo } from '#test/support/black-hole.js';
import { createPool } from '../../database/pool.js';
import { Fenced, START, type AppendResult, type ExpectedRevision } from '../event-store.js';
import { context, event, eventually, pause, readWhole } from '#test/event-store/adapter.js';
import { startFollowing } from '#test/event-store/contract/following.js';
import { slowAppend, unsafeAppend } from '#test/event-store/unsafe-append.js';
import { LOG_LOCK } from '../../database/append.sql.js';
import { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store.js';

/** Two batches in flight do not affect each other, and each command has its own answer. */
describe('two flights under way', () => {
  let db: TestDatabase;
  let opened: PostgresEventStore[];
  beforeEach(async () => {
    db = await freshDatabase();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map(async (store) => (await store.close(), store.pool.ended || store.pool.end())));
    await db.drop();
  });

  function open(options: PostgresEventStoreOptions = {}, url = db.url, connections = 3): PostgresEventStore {
    const store = new PostgresEventStore(createPool(url, connections), options);
    opened.push(store);
    return store;
  }

  /** No commit completes until the test releases it. */
  async function holdLog() {
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1)', [LOG_LOCK]);
    return async () => {
      await holder.query('rollback');
      holder.release();
    };
  }
  const waitingForLog = async () =>
    (
      await db.pool.query(
        `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory' order by backend_start`,
      )
    ).rows.map(({ pid }) => pid as number);
  const bothWait = () => eventually(async () => (await waitingForLog()).length === 2);
  const times = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));
  const stored = async () => (await readWhole(open())).map(({ stream, revision }) => `${stream}/${revision}`);
  const outcomes = (settled: PromiseSettledResult<AppendResult>[]) =>
    settled.map((one) => (one.status === 'fulfilled' ? 'written' : (one.reason as Error).name));

  it('one with commands that are fenced off writes its others, and the other one all of its own', async () => {
    const store = open();
    const release = await holdLog();
    const isFenced = (n: number) => n % 4 === 0 && n < 20;
    const all = times(40, (n) =>
      store.append(`thing-${n}`, 'none', [event()], context(`c-${n}`, isFenced(n) ? { fence: 'elsewhere' } : {})),
    );
    const settled = Promise.allSettled(all);
    await bothWait();
    await release();
    expect(outcomes(await settled)).toEqual(times(40, (n) => (isFenced(n) ? Fenced.name : 'written')));
    expect((await stored()).sort()).toEqual(
      times(40, (n) => n)
        .flatMap((n) => (isFenced(n) ? [] : `thing-${n}/0`))
        .sort(),
    );
  });

  it('lose their answers after the commit: each command is written once, in its stream’s order, and told so', async () => {
    const way = await waysThatLoseAnswers(db.url);
    const store = open({}, way.url);
    // Both connections are open.
    await Promise.all(times(40, (n) => store.append(`first-${n}`, 'none', [event()], context())));
    for (const losses of [1, 2, 3]) {
      const commands = times(40, (n) =>
        times(3, (turn) => ({
          stream: `thing-${losses}-${n}`,
          expected: (turn === 0 ? 'none' : turn - 1) as ExpectedRevision,
          id: `c-${losses}-${n}-${turn}`,
        })),
      ).flat();
      way.lose(losses);
      const send = () =>
        Promise.all(commands.map(({ stream, expected, id }) => store.append(stream, expected, [event()], context(id))));
      const answers = await send();
      expect(way.left()).toBe(0);
      commands.forEach(({ stream, expected }, index) =>
        expect(answers[index]!.revisions).toEqual({ [stream]: expected === 'none' ? 0 : Number(expected) + 1 }),
      );
      expect(answers.filter(({ duplicate }) => duplicate).length).toBeGreaterThan(0);
      expect(await send()).toEqual(answers.map((answer) => ({ ...answer, duplicate: true })));
      expect(await stored()).toHaveLength(40 + losses * commands.length);
    }
    await store.close();
    await way.close();
  });

  it('one whose connection is ended while it waits does not keep the other one, and comes after it', async () => {
    const store = open();
    const release = await holdLog();
    const all = times(40, (n) => store.append(`thing-${n}`, 'none', [event()], context()));
    await bothWait();
    const [first] = await waitingForLog();
    await db.pool.query('select pg_terminate_backend($1)', [first]);
    await release();
    const answers = await Promise.all(all);
    expect(new Set(answers.map(({ position }) => position)).size).toBe(40);
    expect(answers.some(({ duplicate }) => duplicate)).toBe(false);
    expect(await stored()).toHaveLength(40);
  });

  it('one whose connection is ended while it waits is not overtaken by what follows it in its streams', async () => {
    const store = open();
    const release = await holdLog();
    const twice = ['none', 0] as const;
    const all = twice.flatMap((expected) =>
      times(40, (n) => store.append(`thing-${n}`, expected, [event()], context())),
    );
    await eventually(async () => (await waitingForLog()).length > 0);
    // If a second batch had been sent, it would be waiting by now.
    await pause(100);
    const [first] = await waitingForLog();
    await db.pool.query('select pg_terminate_backend($1)', [first]);
    await release();
    await Promise.all(all);
    expect(await stored()).toHaveLength(80);
  });

  it('are answered where the store is closed meanwhile, and what waits behind them is refused unwritten', async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', note);
    const store = open();
    const release = await holdLog();
    const under = times(40, (n) => store.append(`thing-${n}`, 'none', [event()], context()));
    await bothWait();
    const behind = times(40, (n) => store.append(`behind-${n}`, 'none', [event()], context()));
    const settled = Promise.allSettled([...under, ...behind]);
    const closed = store.close();
    await pause(50);
    await release();
    expect(outcomes(await settled)).toEqual([...times(40, () => 'written'), ...times(40, () => 'Error')]);
    await closed;
    await pause(50);
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
    expect((await stored()).filter((one) => one.startsWith('behind'))).toEqual([]);
    await expect(store.append('late-1', 'none', [event()], context())).rejects.toThrow(/pool/);
  });

  it('on connections that fell silent keep the store from closing for one time-out at most', async () => {
    const way = await blackHoleTo(db.url);
    const store = open({ appendTimeoutMs: 300 }, way.url);
    await Promise.all(times(40, (n) => store.append(`thing-${n}`, 'none', [event()], context())));
    way.swallow();
    const settled = Promise.allSettled(times(40, (n) => store.append(`late-${n}`, 'none', [event()], context())));
    await pause(20);
    const began = performance.now();
    await store.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(outcomes(await settled)).toEqual(times(40, () => 'Error'));
    await way.close();
  });

  it('need no connection of those who read', async () => {
    const store = open({}, db.url, 2);
    const readers = [await store.pool.connect(), await store.pool.connect()];
    const answers = await Promise.all(times(80, (n) => store.append(`thing-${n}`, 'none', [event()], context())));
    expect(answers).toHaveLength(80);
    readers.forEach((reader) => reader.release());
  });

  it('with commands that the database will not take write all others, huge ones and odd words among them', async () => {
    const store = open();
    const isBad = (n: number) => n % 9 === 5;
    const words = ['\ud800', 'a\0b', '\u2028', '😀', 'x'.repeat(800 << 10)];
    const told = await Promise.allSettled(
      times(60, (n) =>
        store.append(
          `thing-${n}`,
          'none',
          [event({ words: words[n % words.length], [words[n % 4]!]: n })],
          context(`c-${n}`, isBad(n) ? { inputHash: 'a\0b' } : { result: words[n % 4] }),
        ),
      ),
    );
    expect(told.map(({ status }) => status === 'rejected')).toEqual(times(60, isBad));
    const kept = new Map((await readWhole(store)).map(({ stream, data }) => [stream, data]));
    expect(kept.size).toBe(60 - times(60, isBad).filter(Boolean).length);
    for (const [stream, { words: found, ...rest }] of kept) {
      const n = Number(stream.slice('thing-'.length));
      expect(found === words[n % words.length]).toBe(true);
      expect(rest).toEqual({ [words[n % 4]!]: n });
    }
  });

  it('take the commands of one stream in order, and what two processes send twice is written once', async () => {
    const stores = [open(), open()];
    const own = await Promise.all(
      times(300, (n) => stores[0]!.append('one-1', n === 0 ? 'none' : n - 1, [event({ n })], context())),
    );
    expect(own.map(({ revisions }) => revisions['one-1'])).toEqual(times(300, (n) => n));
    const twice = await Promise.all(
      stores.flatMap((store) =>
        times(120, (n) => store.append(`thing-${n % 60}`, 'any', [event()], context(`c-${n % 60}`))),
      ),
    );
    expect(twice.filter(({ duplicate }) => !duplicate)).toHaveLength(60);
    expect(new Set(twice.map(({ position }) => position)).size).toBe(60);
    const raced = await Promise.allSettled(
      stores.flatMap((store) => times(60, (n) => store.append(`race-${n}`, 'none', [event()], context()))),
    );
    expect(outcomes(raced).filter((one) => one === 'written')).toHaveLength(60);
    expect(outcomes(raced).filter((one) => one === 'WrongExpectedRevision')).toHaveLength(60);
  });

  describe('that commit late', () => {
    /** @returns how many events a follower from the beginning missed, and whether it saw any out of order */
    async function followed(append: typeof slowAppend) {
      const late = createPool(db.url, 2);
      const store = open({ appendBatch: append(late) });
      const follower = startFollowing(open({ pollMs: 1 }), START);
      let sent = 0;
      for (let round = 0; round < 20; round++) {
        const settled = await Promise.allSettled(
          times(60, (n) => store.append(`thing-${n}`, 'any', [event({ round })], context())),
        );
        sent += settled.filter(({ status }) => status === 'fulfilled').length;
      }
      await eventually(() => follower.seen.length >= sent, 2_000).catch(() => undefined);
      await follower.stop();
      await late.end();
      const positions = follower.seen.map(({ position }) => position);
      return { missed: sent - positions.length, ordered: positions.join() === [...positions].sort().join() };
    }

    it('leave no gap that a follower would pass', async () => {
      expect(await followed(slowAppend)).toEqual({ missed: 0, ordered: true });
    });

    it('the same test catches a store without the lock', async () => {
      await db.pool.query('create sequence public.bare_sequence');
      expect((await followed(unsafeAppend)).missed).toBeGreaterThan(0);
    });
  });
});

/** A proxy to the database that closes connections as soon as the server has answered, before the answer arrives. */
async function waysThatLoseAnswers(url: string) {
  const to = new URL(url);
  let losses = 0;
  const sockets = new Set<Socket>();
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(to.port), to.hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (inner.destroy(), outer.destroy(), sockets.delete(socket)));
    }
    inner.pipe(outer);
    outer.on('data', (bytes) => {
      // The server's greeting on a new connection is not an append's answer.
      if (losses > 0 && bytes.includes('SELECT 1\0')) {
        losses--;
        inner.destroy();
      } else inner.write(bytes);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    lose: (count: number) => void (losses = count),
    left: () => losses,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
