import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FreshLog, indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn, type Fault } from '#test/support/eventstoredb/stand-in.js';
import { freshDatabase } from '#test/support/database.js';
import { collect, context, event, eventually, streamName } from '#test/event-store/adapter.js';
import { startFollowing } from '#test/event-store/contract/following.js';
import { WireStream } from './wire-stream.js';

const CALL_MS = 150;

describe('what goes wrong on the way to EventStoreDB', () => {
  let server: EventStoreStandIn;
  let log: FreshLog;
  beforeEach(async () => {
    server = await new EventStoreStandIn().start();
    log = await FreshLog.on(server.url);
  });
  afterEach(async () => {
    await log.close();
    server.stop();
  });
  const open = (deadlineMs = 20_000) => log.open({ callMs: CALL_MS, deadlineMs });
  const append = (store: Awaited<ReturnType<typeof open>>, stream = streamName(), id?: string) =>
    store.append(stream, 'any', [event({ id }), event()], context(id));
  /** This many of the next appends fail. */
  const breakAppends = (fault: Fault, times: number) => {
    server.fault = (call) => (call === 'append' && times-- > 0 ? fault : null);
  };
  /** The comparison is no call that may fail, so it has the time of a busy machine. */
  const indexIsTheLog = async () => indexEqualsLog(await log.open());
  const kept = () => server.streams.readable(log.stream)?.length ?? 0;

  it.each<[Fault]>([['lost'], ['silent'], ['silent-done'], ['away']])(
    'an append whose answer is %s is written once, and the next one is sealed onto it',
    async (fault) => {
      const store = await open();
      breakAppends(fault, 3);
      expect(await append(store)).toMatchObject({ duplicate: false });
      expect(await append(store)).toMatchObject({ duplicate: false });
      expect(kept()).toBe(4);
      await indexIsTheLog();
    },
  );

  it('a server that is away is named where the log stands, until it is back', async () => {
    const store = await open();
    expect(store.state()).toMatchObject({ ready: true, problem: null });
    server.stop();
    await eventually(() => store.state().problem !== null);
    expect(store.state()).toMatchObject({
      ready: false,
      problem: expect.stringMatching(/^EventStoreDB cannot be reached/),
    });
    await server.start();
    await eventually(() => store.state().ready);
    expect(store.state().problem).toBeNull();
  });

  it('an append that is not known to be written at its deadline is found by its command', async () => {
    const store = await open(400);
    breakAppends('silent-done', 1000);
    const [stream, id] = [streamName(), crypto.randomUUID()];
    await expect(append(store, stream, id)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    server.fault = () => null;
    expect(await append(store, stream, id)).toMatchObject({ duplicate: true, revisions: { [stream]: 1 } });
    expect(await append(store)).toMatchObject({ duplicate: false });
    expect(kept()).toBe(4);
    await indexIsTheLog();
  });

  it('an append that is cut off on its way is written whole or not at all', async () => {
    const event = { stream: 's', type: 'T', version: 1, at: 'now', data: '{}', metadata: '{}', command: null };
    const batch = () =>
      Array.from({ length: 400 }, (_, revision) => ({
        ...event,
        position: revision + 1,
        revision,
        id: crypto.randomUUID(),
        hash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
      }));
    for (let callMs = 2; callMs <= 26; callMs += 3) {
      const before = kept();
      const wire = new WireStream({ url: server.url, stream: log.stream }, { callMs });
      await wire.append(before, batch()).catch(() => 'unknown');
      await wire.close();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect([0, 400]).toContain(kept() - before);
    }
  });

  it('a batch that waits behind an unknown outcome is not sealed onto what may not be there', async () => {
    const [store, other] = [await open(400), await log.open({ database: (await freshDatabase()).url })];
    breakAppends('silent', 1000);
    await expect(append(store)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    server.fault = () => null;
    await append(other);
    await append(store);
    expect(kept()).toBe(4);
    await indexIsTheLog();
  });

  it('another writer between decision and append: it is decided anew, and no conflict of the log shows', async () => {
    // Enough time for every call, because rivals write while the append is in flight, which is not an outage.
    const [store, other] = [
      await log.open({ callMs: 10_000 }),
      await log.open({ callMs: 10_000, database: (await freshDatabase()).url }),
    ];
    const [stream, elsewhere] = [streamName(), streamName()];
    /** The other instance writes to each of these streams while an append of the first is in flight. */
    const rivalsWrite = (...rivals: string[]) => {
      const next = async () => {
        server.beforeAppend = null;
        await other.append(rivals.shift()!, 'any', [event()], context());
        server.beforeAppend = rivals.length > 0 ? next : null;
      };
      server.beforeAppend = next;
    };
    await store.append(stream, 'none', [event()], context());
    rivalsWrite(elsewhere, elsewhere, elsewhere);
    expect(await store.append(stream, 0, [event()], context())).toMatchObject({ revisions: { [stream]: 1 } });
    expect(server.streams.readable(log.stream)).toHaveLength(5);
    rivalsWrite(elsewhere, stream);
    const late = store.append(stream, 1, [event()], context());
    await expect(late).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream, expected: 1, actual: 2 });
    await indexIsTheLog();
  });

  it('one command through two instances, one of which hears nothing: written once, and both know by whom', async () => {
    const [one, two] = [await open(), await log.open({ database: (await freshDatabase()).url })];
    const [stream, id] = [streamName(), crypto.randomUUID()];
    breakAppends('silent', 1);
    const first = append(one, stream, id);
    await eventually(() => server.calls.append > 0);
    expect(await append(two, stream, id)).toMatchObject({ duplicate: false });
    expect(await first).toMatchObject({ duplicate: true, revisions: { [stream]: 1 } });
    await append(one);
    expect(kept()).toBe(4);
    await indexEqualsLog(one);
  });

  it('a read does not share a look at the log that began before it', async () => {
    const [store, other] = [await open(), await open()];
    let silent = 1;
    server.fault = (call) => (call === 'read' && silent-- > 0 ? 'silent' : null);
    const before = server.calls.read;
    const early = store.head().catch((error: Error) => error.name);
    await eventually(() => server.calls.read > before);
    const { position } = await append(other);
    expect(await store.head()).toBe(position);
    expect(await early).toBe('StoreUnavailable');
  });

  it('an expectation that the own index does not know of yet is looked up before it is refused', async () => {
    const [store, other] = [await open(), await log.open({ database: (await freshDatabase()).url })];
    const stream = streamName();
    await other.append(stream, 'none', [event()], context());
    expect(await store.append(stream, 0, [event()], context())).toMatchObject({ revisions: { [stream]: 1 } });
  });

  it('a leader that is none any more: appends and reads go to the new one', async () => {
    const store = await open();
    await append(store);
    const next = await new EventStoreStandIn({ streams: server.streams }).start();
    server.leader = next;
    server.dropSubscriptions();
    const stream = streamName();
    await append(store, stream);
    expect(await collect(store.read(stream))).toHaveLength(2);
    expect(next.calls.append).toBeGreaterThan(0);
    await indexIsTheLog();
    next.stop();
  });

  it('a server that is killed and started again: followers miss nothing and see nothing twice', async () => {
    const store = await open();
    const follower = startFollowing(store, await store.head());
    for (let n = 0; n < 3; n++) await append(store);
    server.stop();
    const during = append(store);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.start();
    await during;
    server.dropSubscriptions();
    for (let n = 0; n < 3; n++) await append(store);
    await eventually(() => follower.seen.length === 14);
    await follower.stop();
    expect(follower.seen.map(({ position }) => Number(position))).toEqual(Array.from({ length: 14 }, (_, n) => n + 1));
  });

  it('followers are woken by the subscription, and live without it', async () => {
    const [writer, store] = [await open(), await log.open({ callMs: CALL_MS, pollMs: 60_000 })];
    const follower = startFollowing(store, await store.head());
    await eventually(() => follower.caughtUp.length === 1);
    await append(writer);
    await eventually(() => follower.seen.length === 2, 5_000);
    server.dropSubscriptions();
    await append(writer);
    await eventually(() => follower.seen.length === 4, 5_000);
    await follower.stop();
  });

  it('a server that takes less than a batch: each command alone, and only the one that is too large fails', async () => {
    const store = await open();
    server.streams.appendBytesMax = 5_000;
    const results = await Promise.allSettled([
      append(store),
      store.append(streamName(), 'none', [event({ text: 'x'.repeat(6_000) })], context()),
      append(store),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await indexIsTheLog();
  });

  it('two clients in one process: one that fails takes nothing from the other, and neither shares a way', async () => {
    const elsewhere = await new EventStoreStandIn().start();
    const [one, two] = [await open(), await log.open({ url: elsewhere.url, database: (await freshDatabase()).url })];
    const failing = setInterval(() => (server.stop(), void server.start()), 300);
    try {
      await Promise.all(Array.from({ length: 40 }, (_, n) => append(n % 2 ? one : two)));
    } finally {
      clearInterval(failing);
    }
    expect(kept()).toBe(40);
    expect(elsewhere.streams.readable(log.stream)).toHaveLength(40);
    expect([server.calls.batchAppend, elsewhere.calls.batchAppend]).toEqual([0, 0]);
    elsewhere.stop();
  });
});
