import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FreshLog, indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { selfSigned } from '#test/support/eventstoredb/self-signed.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { checkpointsFit } from '../../consumers/checkpoints-fit.js';
import { collect, context, event, eventually, readWhole, streamName } from '#test/event-store/adapter.js';
import type { EventStoreDbLog } from './event-store-db-log.js';

/**
 * A server is not trusted blindly: one that lost, changed or never had this log's history is refused, with the reason.
 */
describe('EventStoreDB is refused', () => {
  let server: EventStoreStandIn;
  let log: FreshLog;
  let store: EventStoreDbLog;
  beforeEach(async () => {
    server = await new EventStoreStandIn().start();
    log = await FreshLog.on(server.url);
    store = await log.open();
    for (let n = 0; n < 5; n++) await append();
    await store.head();
  });
  afterEach(async () => {
    await log.close();
    server.stop();
  });
  const append = (writer = store) => writer.append(streamName(), 'none', [event(), event()], context());
  const rewrite = (change: Parameters<typeof server.streams.rewrite>[1]) => server.streams.rewrite(log.stream, change);

  it.each([
    ['maxAge', '$maxAge'],
    ['maxCount', '$maxCount'],
    ['$tb', '$tb'],
    ['cacheControl', '$cacheControl'],
  ])('where its metadata sets %s', async (_, name) => {
    server.streams.setMetadata(log.stream, { [name]: 100 });
    await expect(log.open()).rejects.toThrow(new RegExp(`sets \\${name}`));
  });

  it('where the first events were removed', async () => {
    rewrite((events) => events.slice(2));
    await expect(log.open()).rejects.toThrow(/begins with 0+3/);
  });

  it('where somebody else writes to the stream', async () => {
    const foreign = { id: crypto.randomUUID(), type: 'Foreign', contentType: 'application/json' };
    server.streams.append(log.stream, 'any', [{ ...foreign, data: Buffer.from('{}'), metadata: Buffer.from('{}') }]);
    await expect(store.head()).rejects.toThrow(/was not written by this platform/);
    await expect(append()).rejects.toMatchObject({ name: 'LogRefused' });
    expect(store.state()).toMatchObject({
      ready: false,
      problem: expect.stringMatching(/not written by this platform/),
    });
  });

  it('where a stored byte was changed', async () => {
    rewrite((events) => events.map((one, n) => (n === 9 ? { ...one, data: Buffer.from('{"other":1}') } : one)));
    await log.db.pool.query("update log_index.checkpoint set position = 0, hash = decode(repeat('00', 32), 'hex')");
    await log.db.pool.query('truncate log_index.events, log_index.commands');
    await expect(log.open()).rejects.toThrow(/does not fit its bytes/);
  });

  it('but not its index, where an event that somebody copied in it is told from the event', async () => {
    const stream = streamName();
    await store.append(stream, 'none', [event()], context());
    await store.head();
    const copied = await log.db.pool.query(
      `insert into log_index.events (position, stream, revision, id, type, version, data, metadata, at, hash, mac)
       select position + 1000, stream, revision + 1, id, type, version, data, metadata, at, hash, mac
       from log_index.events where stream = $1 returning 1`,
      [stream],
    );
    expect(copied.rowCount).toBe(1);
    expect((await collect(store.read(stream))).map(({ misfit }) => misfit)).toEqual([
      undefined,
      expect.stringMatching(/^it is a copy of the event at \d+$/),
    ]);
  });

  it('where it was restored to an older state, at a running program and at the next start', async () => {
    const older = server.streams.backup();
    await append();
    await store.head();
    server.streams.restore(older);
    await expect(store.head()).rejects.toThrow(/restored to an older state, or deleted/);
    await expect(append()).rejects.toMatchObject({ name: 'LogRefused' });
    await expect(log.open()).rejects.toThrow(/restored to an older state, or deleted/);
    expect(server.streams.readable(log.stream)).toHaveLength(10);
  });

  it('where it was restored and written to again up to the same place, also by an append that comes first', async () => {
    const older = server.streams.backup();
    await append();
    await store.head();
    server.stop();
    server.streams.restore(older);
    await server.start();
    const forgetful = await FreshLog.on(server.url);
    Object.assign(forgetful, { stream: log.stream });
    await append(await forgetful.open());
    await expect(append()).rejects.toThrow(/history was rewritten/);
    expect(server.streams.readable(log.stream)).toHaveLength(12);
    await forgetful.close();
  });

  it('where the stream was deleted, for good or not', async () => {
    server.streams.setMetadata(log.stream, { $tb: Number.MAX_SAFE_INTEGER });
    await expect(log.open()).rejects.toThrow(/sets \$tb/);
    server.streams.setMetadata(log.stream, {});
    server.streams.tombstone(log.stream);
    await expect(log.open()).rejects.toThrow(/was deleted/);
    await expect(append()).rejects.toThrow(/was deleted/);
  });

  it('after a soft delete under a running program: one batch may land, then all is refused until the metadata are emptied', async () => {
    const before = await readWhole(store);
    server.streams.softDelete(log.stream);
    await append();
    await expect(store.head()).rejects.toThrow(/is refused/);
    await expect(append()).rejects.toThrow();
    await expect(log.open()).rejects.toThrow(/sets \$tb/);
    expect(store.state()).toMatchObject({ ready: false, problem: expect.any(String) });
    // An operator clears the metadata before the server has scavenged, so nothing is lost.
    server.streams.setMetadata(log.stream, {});
    const again = await log.open();
    const after = await readWhole(again);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length);
    await append(again);
  });

  it('where read models stand at events that an empty or another stream does not have, with the index lost too', async () => {
    const { position } = await append();
    await store.head();
    const stand = 'insert into platform.projection_checkpoints (name, version, position) values ($1, 1, $2)';
    await log.db.pool.query(stand, ['register', position]);
    await log.db.pool.query('insert into platform.process_checkpoints values ($1, $2)', ['payment', position]);
    await expect(checkpointsFit(log.db.pool, store)).resolves.toBeUndefined();
    await log.db.pool.query("update log_index.checkpoint set position = 0, hash = decode(repeat('00', 32), 'hex')");
    await log.db.pool.query('truncate log_index.events, log_index.commands');
    Object.assign(log, { stream: `${log.stream}-empty` });
    const empty = await log.open();
    await expect(checkpointsFit(log.db.pool, empty)).rejects.toThrow(
      /payment, register had reached 0+12.*ends before it/,
    );
    for (let n = 0; n < 6; n++) await append(empty);
    await expect(checkpointsFit(log.db.pool, empty)).rejects.toThrow(/has another event there/);
  });

  it('never for an index that was emptied: it is fed again, also under a running program', async () => {
    const before = await readWhole(store);
    await log.db.pool.query(
      "update log_index.checkpoint set position = 0, hash = decode(repeat('00', 32), 'hex'), at = ''",
    );
    await log.db.pool.query('truncate log_index.events, log_index.commands');
    await eventually(() => append().then(Boolean, () => false));
    await indexEqualsLog(await log.open());
    expect((await readWhole(store)).slice(0, before.length)).toEqual(before);
  });

  it('with a word where the clocks differ, and the order of times holds all the same', async () => {
    const fast = await log.open({ clock: { now: () => new Date(Date.now() + 60_000), sleep: async () => {} } });
    await append(fast);
    await fast.head();
    expect(fast.state()).toMatchObject({ ready: true, problem: expect.stringMatching(/clocks/) });
    await append();
    const times = (await readWhole(store)).map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });
});

describe('a server of EventStoreDB that asks who comes', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-tls-'));
  const certificate = path.join(folder, 'ca.pem');
  let server: EventStoreStandIn;
  let log: FreshLog;
  beforeEach(async () => {
    const users = {
      app: { password: 'app-secret', groups: [] },
      operator: { password: 'op-secret', groups: ['$admins'] },
      stranger: { password: 'strange', groups: [] },
    };
    const tls = { ...selfSigned(), users };
    writeFileSync(certificate, tls.certificate);
    server = await new EventStoreStandIn({ tls }).start();
    log = await FreshLog.on(urlOf('app:app-secret'));
  });
  afterEach(async () => {
    await log.close();
    server.stop();
    rmSync(certificate);
  });
  const urlOf = (who: string) => `esdb://${who}@localhost:${server.port}?tls=true&tlsCAFile=${certificate}`;

  it('is spoken to with TLS and a password, and a wrong password is an error that does not tell it', async () => {
    const store = await log.open();
    await store.append('thing-1', 'none', [event()], context());
    expect(await collect(store.read('thing-1'))).toHaveLength(1);
    const refused = log.open({ url: urlOf('app:wr0ng') });
    await expect(refused).rejects.toMatchObject({
      name: 'LogRefused',
      message: expect.stringMatching(/user, password/),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringMatching(/wr0ng/) });
  });

  it('lets the program append, and neither delete the log nor set what makes it forget', async () => {
    const { WireStream } = await import('./wire-stream.js');
    const wire = (who: string) => new WireStream({ url: urlOf(who), stream: log.stream }, { callMs: 2_000 });
    await wire('operator:op-secret').protect('app');
    const store = await log.open();
    await store.append('thing-1', 'none', [event()], context());
    await expect(wire('app:app-secret').mark({ maxCount: 1 })).rejects.toMatchObject({ name: 'LogRefused' });
    await expect(wire('stranger:strange').append(1, [])).rejects.toMatchObject({ name: 'LogRefused' });
    expect(server.streams.metadata(log.stream).$acl).toMatchObject({ $d: '$admins', $mw: '$admins' });
  });

  it('says so where it cannot be reached, and not how it was meant to be', async () => {
    server.stop();
    const opening = log.open({ deadlineMs: 500, callMs: 300 });
    await expect(opening).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringMatching(/app-secret/) });
  });
});
