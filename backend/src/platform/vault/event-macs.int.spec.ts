import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, EVENT_WRITERS, UPCASTERS } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { CataloguedEventStore } from '../event-store/catalogued-event-store.js';
import { copyLog } from '../event-store/copying/copy-log.js';
import { EventStoreDbEnd } from '../event-store/copying/event-store-db-end.js';
import { PostgresEnd } from '../event-store/copying/postgres-end.js';
import { openLog } from '../event-store/open-log.js';
import { EventMacs, NotTheWriter, type MacKeys } from '../event-store/macs.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { GENESIS, seal, type StoredEvent } from '../event-store/seal.js';
import { collect, context, eventually } from '#test/event-store/adapter.js';
import { ForgedCommand, ForgedEvent } from '../event-store/upcasting.js';
import { verifyChain } from '../event-store/verify-chain.js';
import pg from 'pg';
import { createPool } from '../database/pool.js';
import { KeyRing } from './key-ring.js';
import { RingLost } from './prepare-ring.js';
import { ProgramRuns, replaceMacKeys } from './replace-keys.js';
import { macsOf } from './ring-macs.js';

const MASTER = { masterKey: Buffer.alloc(32, 1), masterKeyFile: null };
const RUN = { runId: 'run-1', propertyId: 1, kind: 'manual', cents: 100 };
const STREAM = 'payout-run-1';
const LATE = { id: crypto.randomUUID(), type: 'PayoutRunCreated', version: 1 };

describe('events that somebody puts into the database', () => {
  let db: TestDatabase;
  let ring: KeyRing;
  let stored: PostgresEventStore;
  let store: CataloguedEventStore;
  beforeEach(async () => {
    db = await freshDatabase();
    ring = new KeyRing(MASTER);
    use(ring);
    await ring.open(db.pool, stored);
  });
  afterEach(async () => {
    await stored.close();
    await db.drop();
  });

  function use(keys: KeyRing): void {
    stored = new PostgresEventStore(db.pool, { macs: macsOf(keys) });
    store = new CataloguedEventStore(stored, EVENT_CATALOGUE, UPCASTERS);
  }

  const write = (type = 'PayoutRunCreated', stream = STREAM) =>
    store.append(stream, 'any', [{ type, data: RUN }], context());

  /** A row like those of the append function, with a valid chain; only the MAC is made up. */
  async function forge(change: Partial<StoredEvent> & { mac?: Buffer | null } = {}): Promise<void> {
    const { rows } = await db.pool.query('select * from eventstore.events order by position desc limit 1');
    const [last] = rows;
    const { mac = null, ...rest } = change;
    const event = {
      position: Number(last?.position ?? 0) + 1,
      stream: STREAM,
      revision: last?.stream === (change.stream ?? STREAM) ? last.revision + 1 : 0,
      id: crypto.randomUUID(),
      type: 'PayoutRunCreated',
      version: 1,
      at: new Date().toISOString(),
      data: JSON.stringify(RUN),
      metadata: JSON.stringify(context().metadata),
      ...rest,
    };
    await db.pool.query(
      'insert into eventstore.events (position, stream, revision, id, type, version, at, data, metadata, hash, mac) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [...Object.values(event), seal(last?.hash ?? GENESIS, event), mac],
    );
  }

  it('what this platform writes is read, followed and verified', async () => {
    await write();
    await write('TokensIssued', 'token-issuance-1');
    expect(await collect(store.read(STREAM))).toHaveLength(1);
    expect((await store.readAll('0'.repeat(20))).events).toHaveLength(2);
    expect(await verifyChain(stored)).toMatchObject({ verified: 2, broken: null });
  });

  it('a well-formed one with the right chain stops whoever reads it, by name, and nobody else', async () => {
    await write();
    await forge();
    await write('TokensIssued', 'token-issuance-1');
    await expect(collect(store.read(STREAM))).rejects.toThrow(ForgedEvent);
    await expect(collect(store.read(STREAM))).rejects.toThrow(
      /PayoutRunCreated at 0+2 is not genuine: it carries no MAC/,
    );
    const types = ['PayoutRunCreated'];
    const { events, next, end } = await store.readAll('0'.repeat(20), { filter: { types } });
    expect([events.length, next, end]).toEqual([1, events[0]!.position, false]);
    await expect(store.readAll(next, { filter: { types } })).rejects.toThrow(ForgedEvent);
    expect((await store.readAll(next, { filter: { types: ['TokensIssued'] } })).events).toHaveLength(1);
    expect(await verifyChain(stored)).toMatchObject({
      verified: 1,
      broken: { reason: 'this platform did not write it: it carries no MAC' },
    });
  });

  it.each([
    ['its stream', { stream: 'payout-run-2' }],
    ['its type', { type: 'PayoutRunPaused' }],
    ['its data', { data: JSON.stringify({ ...RUN, cents: 101 }) }],
    ['its version', { version: 2 }],
    ['its actor', { metadata: JSON.stringify({ ...context().metadata, actor: { wallet: 'rOther', role: 'admin' } }) }],
    ['its id', {}],
  ])('one that has the MAC of another, and changed %s, is not believed', async (_, change) => {
    await write();
    const { rows } = await db.pool.query('select * from eventstore.events');
    const { mac, data, metadata, version, type } = rows[0];
    await forge({ data, metadata, version, type, mac, ...change });
    const { events } = await stored.readAll('1'.padStart(20, '0'));
    expect(events).toEqual([expect.objectContaining({ misfit: 'its MAC does not match it' })]);
  });

  it.each([
    ['at the end', {}, /is not genuine: it is a copy of the event at 1/],
    ['before the first one', { position: -5 }, /Not a position of this log/],
  ])('one that was copied, MAC, id and chain, and put %s is told from the one that was written', async (...given) => {
    const [, place, told] = given;
    await write();
    const { rows } = await db.pool.query('select * from eventstore.events');
    const { id, mac, data, metadata } = rows[0];
    await db.pool.query(
      `alter table eventstore.events drop constraint events_id_key, drop constraint events_position_check`,
    );
    await forge({ id, mac, data, metadata, ...place });
    await expect(collect(store.read(STREAM))).rejects.toThrow(told);
    expect(await verifyChain(stored)).toMatchObject({
      broken: { reason: expect.stringMatching(/^this platform did not write it: it is a copy of the event at -?\d+$/) },
    });
  });

  it('one that lacks a part is named, and ends nobody’s work', async () => {
    await write();
    await db.pool.query('alter table eventstore.events disable trigger append_only, alter column data drop not null');
    await db.pool.query('update eventstore.events set data = null');
    expect(await verifyChain(stored)).toMatchObject({ verified: 0, broken: { reason: 'it lacks a part' } });
  });

  it('one that was changed while the triggers were lifted is not believed', async () => {
    await write();
    await db.pool.query('alter table eventstore.events disable trigger append_only');
    await db.pool.query("update eventstore.events set data = replace(data, '100', '900')");
    await expect(collect(store.read(STREAM))).rejects.toThrow(/its MAC does not match it/);
  });

  it.each([
    ['another’s event', 1],
    ['no event', 99],
  ])('a command that names %s is neither found nor taken for done', async (_, position) => {
    await write();
    const its = context();
    const id = its.metadata.commandId;
    await db.pool.query("insert into eventstore.commands values ($1, null, $2, $3, 'true')", [
      id,
      position,
      JSON.stringify({ [STREAM]: 0 }),
    ]);
    await expect(store.findCommand(id)).rejects.toThrow(ForgedCommand);
    const append = () => store.append('payout-run-2', 'any', [{ type: 'PayoutRunCreated', data: RUN }], its);
    await expect(append()).rejects.toThrow(new RegExp(`The command ${id} is not genuine`));
  });

  it('a command that was done is found as before', async () => {
    const its = context(undefined, { result: { n: 1 } });
    const append = () => store.append(STREAM, 'any', [{ type: 'PayoutRunCreated', data: RUN }], its);
    const first = await append();
    expect(await append()).toEqual({ ...first, duplicate: true });
    expect(await store.findCommand(its.metadata.commandId)).toEqual({ ...first, duplicate: true });
  });

  it('keys that were replaced are believed for what was written before, and for nothing after', async () => {
    await write();
    const [{ mac, data, metadata }] = (await db.pool.query('select * from eventstore.events')).rows;
    await stored.close();
    const only = new pg.Pool({ connectionString: db.url, max: 1 });
    const own = async () => (await only.query('select pg_backend_pid() as pid')).rows[0].pid as number;
    const masters = [MASTER.masterKey];
    const log = { head: async () => '1'.padStart(20, '0') };
    const alone = (own: number[]) => ({ pool: only, masters, signers: [], log, own: () => own });
    await expect(replaceMacKeys(alone([]))).rejects.toThrow(ProgramRuns);
    await db.pool.end();
    const mine = await own();
    // The server needs a moment to notice the closed connection.
    const others =
      "select 1 from pg_stat_activity where datname = current_database() and application_name like 'tknest%'";
    await eventually(async () => (await only.query(others)).rowCount === 0);
    expect(await replaceMacKeys(alone([mine]))).toBe(2);
    await only.end();
    db = { ...db, pool: createPool(db.url) };
    const after = new KeyRing(MASTER);
    use(after);
    await after.open(db.pool, stored);
    await write();
    expect((await store.readAll('0'.repeat(20))).events).toHaveLength(2);
    // Events written with the previous key are not accepted, and its holder cannot extend its validity.
    await forge({ data, metadata, mac });
    const late = EventMacs.prototype.of.call(macsOf(ring), { ...LATE, data, stream: STREAM }, metadata);
    await forge({ ...LATE, data, metadata, mac: late });
    const misfits = (await stored.readAll('2'.padStart(20, '0'))).events.map(({ misfit }) => misfit);
    expect(misfits).toEqual([
      expect.stringMatching(/was replaced before it/),
      expect.stringMatching(/was replaced before it/),
    ]);
  });

  it('keys that are taken out of the table are not made anew, nor is anything believed without them', async () => {
    await write();
    await forge();
    await db.pool.query("delete from platform.wrapped_keys where purpose = 'mac/web'");
    await expect(new KeyRing(MASTER).open(db.pool, stored)).rejects.toThrow(RingLost);
    await db.pool.query("delete from platform.wrapped_keys where purpose in ('log', 'mac/worker')");
    await ring.reload();
    await expect(collect(store.read(STREAM))).rejects.toThrow(ForgedEvent);
    await expect(new KeyRing(MASTER).open(db.pool, stored)).rejects.toThrow(RingLost);
  });

  it('an empty key ring beside a log that is not empty is lost, not new, on both stores', async () => {
    await write();
    await db.pool.query('truncate platform.wrapped_keys');
    for (const log of [stored, null]) await expect(new KeyRing(MASTER).open(db.pool, log)).rejects.toThrow(RingLost);
    const server = await new EventStoreStandIn().start();
    const fresh = await freshDatabase();
    try {
      await copyLog(new PostgresEnd(db.pool), new EventStoreDbEnd({ url: server.url, stream: 'tknest' }), () => {});
      const log = await openLog(fresh.pool, { url: server.url, stream: 'tknest' });
      await expect(new KeyRing(MASTER).open(fresh.pool, log)).rejects.toThrow(RingLost);
      await log.close();
    } finally {
      server.stop();
      await fresh.drop();
    }
    expect((await db.pool.query('select from platform.wrapped_keys')).rowCount).toBe(0);
  });
});

describe('whose key an event is under', () => {
  const stored = { stream: 's', id: crypto.randomUUID(), version: 1, data: '{}', position: 5, revision: 0, at: '' };
  const key = (id: number, byte: number, endsAt: number | null = null) => ({ id, key: Buffer.alloc(32, byte), endsAt });
  const keys = (web: ReturnType<typeof key>[], worker: ReturnType<typeof key>[]): MacKeys => ({
    logId: 'aa',
    of: (writer) => (writer === 'web' ? web : worker),
  });

  it('every type of the catalogue names its writer', () =>
    expect(Object.keys(EVENT_WRITERS).sort()).toEqual(Object.keys(EVENT_CATALOGUE).sort()));

  it('a process without the worker’s key makes nothing that is the worker’s', () => {
    const web = new EventMacs(keys([key(1, 1)], []), EVENT_WRITERS);
    const all = new EventMacs(keys([key(1, 1)], [key(1, 2)]), EVENT_WRITERS);
    for (const [type, writer] of Object.entries(EVENT_WRITERS)) {
      const event = { ...stored, type, metadata: '{}' };
      if (writer === 'worker') expect(() => web.of(event, '{}')).toThrow(NotTheWriter);
      else expect(all.misfit(event, web.of(event, '{}'))).toBeNull();
      // Its own key under the worker's name is not accepted.
      const asWeb = new EventMacs(keys([key(1, 1)], [key(1, 1)]), EVENT_WRITERS).of(event, '{}');
      expect(all.misfit(event, asWeb)).toBe(writer === 'worker' ? 'its MAC does not match it' : null);
    }
  });

  it('a key that was replaced is believed up to where the next one began', () => {
    const event = { ...stored, type: 'PayoutRunPaused', metadata: '{}' };
    const mac = new EventMacs(keys([key(1, 1)], []), EVENT_WRITERS).of(event, '{}');
    const later = (endsAt: number) => new EventMacs(keys([key(1, 1, endsAt), key(2, 3)], []), EVENT_WRITERS);
    expect(later(6).misfit(event, mac)).toBeNull();
    expect(later(5).misfit(event, mac)).toMatch(/was replaced before it/);
  });
});
