import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { CataloguedEventStore } from '../event-store/catalogued-event-store.js';
import { NotTheWriter } from '../event-store/macs.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { PostgresSnapshots } from '../event-store/postgres/postgres-snapshots.js';
import { toPosition } from '../event-store/positions.js';
import { context } from '#test/event-store/adapter.js';
import { TimerStore } from '../processes/timer-store.js';
import { KeyRing, RoleDoesNotFit, type WrappingKeys } from './key-ring.js';
import { NoRing } from './prepare-ring.js';
import { replaceMacKeys, replaceMaster, replaceSigner, splitOffWorkers } from './replace-keys.js';
import { macsOf } from './ring-macs.js';
import { openRows, readRows, wrappedBy, WrongSignerKey } from './ring-rows.js';
import { Unsealable } from './sealing.js';
import { AlreadySplit, RECORD_KEY } from './split-keys.js';
import { VaultService } from './vault.service.js';

const MASTER = Buffer.alloc(32, 1);
const SIGNER = Buffer.alloc(32, 2);
const SEEDS = 'platform-account-issuer';
const SUBMITTED = { type: 'TokenIssuanceSubmitted', data: { issuanceId: '1' } };

describe('keys that only workers open', () => {
  let db: TestDatabase;
  let folder: string;
  let signerKeyFile: string;
  beforeEach(async () => {
    db = await freshDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-signer-'));
    signerKeyFile = path.join(folder, 'signer.key');
    writeFileSync(signerKeyFile, SIGNER.toString('hex'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await db.drop();
  });

  const masters = { masterKey: MASTER, masterKeyFile: null };
  const roles = {
    all: { ...masters, role: 'all', signerKey: null, signerKeyFile: null },
    web: { ...masters, role: 'web', signerKey: null, signerKeyFile: null },
    get worker() {
      return { ...masters, role: 'worker' as const, signerKey: SIGNER, signerKeyFile };
    },
  } satisfies Record<string, WrappingKeys>;
  const storeOf = (keys: KeyRing) =>
    new CataloguedEventStore(new PostgresEventStore(db.pool, { macs: macsOf(keys) }), EVENT_CATALOGUE, UPCASTERS);
  const opened = (keys: WrappingKeys) => new KeyRing(keys).open(db.pool, { stored: async () => [] });
  /** No instance runs: all sessions are this test's own. */
  const alone = async () => {
    const { rows } = await db.pool.query('select pid from pg_stat_activity where datname = current_database()');
    const own = () => rows.map(({ pid }) => pid as number);
    const log = { head: async () => toPosition(1) };
    return { pool: db.pool, masters: [MASTER], signers: [SIGNER], log, own };
  };

  /** Everything that a web process has: its memory, its settings, and the rows of the database. */
  async function expectNothingToSignWith(web: KeyRing, item: string, seed: string): Promise<void> {
    const vault = new VaultService(db.pool, web);
    await expect(openAny(vault, item)).rejects.toThrow(Unsealable);
    for (const purpose of ['signer', 'rows/worker', 'mac/worker'] as const) {
      expect(() => web.current(purpose)).toThrow(/no key for/);
      expect(web.all(purpose)).toEqual([]);
      expect(await web.find(purpose, 1)).toBeNull();
    }
    const rows = wrappedBy('signer', await readRows(db.pool));
    expect(rows.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['mac/worker', 'signer']));
    const known = [MASTER, ...Object.values(web).flatMap(buffersIn)];
    expect(known.length).toBeGreaterThan(5);
    for (const row of rows) expect(openRows([row], known)).toBeNull();
    const { rows: sealed } = await db.pool.query('select wrapped from platform.vault_keys where subject = $1', [SEEDS]);
    for (const { wrapped } of sealed)
      for (const key of known)
        expect(
          openRows([{ purpose: 'vault', id: 1, wrapped, wrapped_by: 'master', made_at: new Date() }], [key]),
        ).toBeNull();
    expect(JSON.stringify([...known].map((key) => key.toString('latin1')))).not.toContain(seed);
    await expect(vault.put('platform-account-another', 'ledger-seed', { seed: 's' })).rejects.toThrow(/no key for/);
  }

  it('are apart from the first start on where the worker has a signer key, and web waits for the worker', async () => {
    await expect(opened(roles.web)).rejects.toThrow(NoRing);
    const worker = await opened(roles.worker);
    const seed = 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2';
    const item = await new VaultService(db.pool, worker).put(SEEDS, 'ledger-seed', { seed });
    expect(await openAny(new VaultService(db.pool, await opened(roles.worker)), item)).toEqual({ seed });
    await expectNothingToSignWith(await opened(roles.web), item, seed);
    const record = await new VaultService(db.pool, worker).put(RECORD_KEY, 'ed25519-seed', Buffer.alloc(32, 3));
    const readable = (keys: KeyRing) => openAny(new VaultService(db.pool, keys), record);
    expect(await readable(await opened(roles.worker))).toEqual(Buffer.alloc(32, 3));
    await expect(readable(await opened(roles.web))).rejects.toThrow(Unsealable);
    // Items that do not belong to a ledger account are readable by both.
    const theirs = await new VaultService(db.pool, worker).put('r1', 'provider-report', { name: 'Erika' });
    expect(await openAny(new VaultService(db.pool, await opened(roles.web)), theirs)).toEqual({ name: 'Erika' });
  });

  it('are put apart in a database that had none: the worker opens the seeds, and nobody else any more', async () => {
    const before = await opened(roles.all);
    const [vault, timers] = [new VaultService(db.pool, before), new TimerStore(db.pool, 'courier', before)];
    const item = await vault.put(SEEDS, 'ledger-seed', { seed: 'sEdOld' });
    const record = await vault.put(RECORD_KEY, 'ed25519-seed', Buffer.alloc(32, 3));
    const dueAt = new Date(0);
    await timers.schedule({ key: 'kept', dueAt, payload: { n: 1 } });
    await timers.schedule({ key: 'forged', dueAt });
    await db.pool.query("update platform.timers set payload = '{}' where key = 'forged'");
    for (const role of [roles.web, roles.worker]) await expect(opened(role)).rejects.toThrow(RoleDoesNotFit);

    await splitOffWorkers(await alone(), SIGNER);
    await expect(opened(roles.all)).rejects.toThrow(/SIGNER_KEY_FILE is missing/);
    await expect(splitOffWorkers(await alone(), SIGNER)).rejects.toThrow(AlreadySplit);
    const worker = await opened(roles.worker);
    expect(await openAny(new VaultService(db.pool, worker), item)).toEqual({ seed: 'sEdOld' });
    const due = await new TimerStore(db.pool, 'courier', worker).claim(new Date(), 10, 1_000);
    expect(due.map(({ key }) => key)).toEqual(['kept']);
    await expectNothingToSignWith(await opened(roles.web), item, 'sEdOld');
    expect(await openAny(new VaultService(db.pool, worker), record)).toEqual(Buffer.alloc(32, 3));
    await expect(openAny(new VaultService(db.pool, await opened(roles.web)), record)).rejects.toThrow(Unsealable);
    expect(await openAny(new VaultService(db.pool, await opened({ ...roles.worker, role: 'all' })), item)).toBeTruthy();
  });

  it('a web process can write no event of a worker, not even under the key that it had before', async () => {
    const old = await opened(roles.all);
    await storeOf(old).append('token-issuance-1', 'any', [SUBMITTED], context());
    await splitOffWorkers(await alone(), SIGNER);
    const web = await opened(roles.web);
    const write = (keys: KeyRing, type: string) =>
      storeOf(keys).append('token-issuance-1', 'any', [{ ...SUBMITTED, type }], context());
    await expect(write(web, 'TokenIssuanceSubmitted')).rejects.toThrow(NotTheWriter);
    // Nor what would lift a cap of the day, let a new admin approve at once, have tokens issued by themselves, let a
    // landlord withdraw a deposit who owes a refund, pay a line again whose ticket another transaction used, erase
    // somebody at once, or raise the fee of rent automation without notice.
    const lifts = ['DailyActCounted', 'DailyActReleased', 'AdminPersonsListed', 'AutoIssuanceConfigured'];
    const pays = ['RefundOverdue', 'PayoutLinesReopened', 'PayoutBatchReopened'];
    for (const type of [...lifts, ...pays, 'ErasureScheduled', 'PersonErased', 'RentAutomationSet'])
      await expect(write(web, type)).rejects.toThrow(NotTheWriter);
    await write(web, 'TokenIssuanceAssigned');
    await write(old, 'TokenIssuanceSubmitted');
    const worker = await opened(roles.worker);
    const stored = new PostgresEventStore(db.pool, { macs: macsOf(worker) });
    const { events } = await stored.readAll(toPosition(0));
    expect(events.map(({ misfit }) => misfit ?? null)).toEqual([
      null,
      null,
      'its MAC is under a key that was replaced before it',
    ]);
    await stored.close();
  });

  it('a worker fires no timer and believes no snapshot that a web process has made', async () => {
    const worker = await opened(roles.worker);
    const web = await opened(roles.web);
    const forger = new KeyRing(masters);
    await forger.open(db.pool);
    const state = { owed: 1_000_000n };
    const [workers, webs] = [new PostgresSnapshots(db.pool, worker), new PostgresSnapshots(db.pool, web)];
    await webs.keep('escrow', 1, { revision: 9, hash: 'a', state });
    expect(await webs.find('escrow', 1)).toMatchObject({ state });
    expect(await workers.find('escrow', 1)).toBeNull();
    // Under the name that the worker reads, with the key that a web process has.
    const forged = { current: () => web.current('rows'), reload: async () => undefined };
    await new PostgresSnapshots(db.pool, forged).keep('escrow', 1, { revision: 9, hash: 'a', state });
    expect((await db.pool.query("select 1 from platform.fold_snapshots where stream = 'escrow'")).rowCount).toBe(1);
    expect(await workers.find('escrow', 1)).toBeNull();
    await expect(new TimerStore(db.pool, 'courier', forger).schedule({ key: 'k', dueAt: new Date(0) })).rejects.toThrow(
      /no key for/,
    );
  });

  it('can be replaced: the master key beside them, the signer key, and the keys of events', async () => {
    const worker = await opened(roles.worker);
    const item = await new VaultService(db.pool, worker).put(SEEDS, 'ledger-seed', { seed: 's1' });
    const [master, signer] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
    await expect(replaceSigner(db.pool, [MASTER], signer)).rejects.toThrow(WrongSignerKey);
    await replaceMaster(db.pool, [MASTER], master);
    await replaceSigner(db.pool, [SIGNER], signer);
    writeFileSync(signerKeyFile, signer.toString('hex'));
    const now = { ...roles.worker, masterKey: master, signerKey: signer };
    expect(await openAny(new VaultService(db.pool, await opened(now)), item)).toEqual({ seed: 's1' });
    await expect(replaceMacKeys({ ...(await alone()), masters: [master] })).rejects.toThrow(WrongSignerKey);
    expect(await replaceMacKeys({ ...(await alone()), masters: [master], signers: [signer] })).toBe(2);
    expect((await opened(now)).current('mac/worker').id).toBe(2);
    expect((await opened(now)).current('rows/worker').id).toBe(2);
    const web = await opened({ ...roles.web, masterKey: master });
    expect([web.current('mac/web').id, web.all('mac/worker')]).toEqual([2, []]);
  });

  it('keep timers and lookups when the keys of rows are replaced, and nothing that somebody else put there', async () => {
    const worker = await opened(roles.worker);
    const web = await opened(roles.web);
    const dueAt = new Date(0);
    const timers = new TimerStore(db.pool, 'courier', worker);
    await timers.schedule({ key: 'kept', dueAt, payload: { n: 1 } });
    await timers.schedule({ key: 'forged', dueAt });
    await db.pool.query("update platform.timers set payload = '{}' where key = 'forged'");
    const vault = new VaultService(db.pool, web);
    await vault.remember('r1', 'ssn', '123-45-6789');
    await db.pool.query(
      "insert into platform.vault_lookups (kind, digest, subject, mac) select kind, digest, 'rForged', mac from platform.vault_lookups",
    );
    await new PostgresSnapshots(db.pool, worker).keep('escrow', 1, { revision: 9, hash: 'a', state: {} });

    const leaked = { current: () => worker.current('rows/worker'), reload: async () => undefined };
    await replaceMacKeys(await alone());
    await new TimerStore(db.pool, 'courier', leaked).schedule({ key: 'leaked', dueAt });
    const now = await opened(roles.worker);
    const due = await new TimerStore(db.pool, 'courier', now).claim(new Date(), 10, 1_000);
    expect(due.map(({ key }) => key)).toEqual(['kept']);
    const after = new VaultService(db.pool, await opened(roles.web));
    expect(await after.subjectsLike('ssn', ['123-45-6789'])).toEqual(['r1']);
    expect(await new PostgresSnapshots(db.pool, now).find('escrow', 1)).toBeNull();
  });

  it('says by name that the signer key is another one', async () => {
    await opened(roles.worker);
    writeFileSync(signerKeyFile, Buffer.alloc(32, 9).toString('hex'));
    await expect(opened({ ...roles.worker, signerKey: Buffer.alloc(32, 9) })).rejects.toThrow(WrongSignerKey);
  });
});

/** Every key in a value, however deep. */
function buffersIn(value: unknown): Buffer[] {
  if (Buffer.isBuffer(value)) return [value];
  if (value instanceof Map) return [...value.values()].flatMap(buffersIn);
  if (Array.isArray(value)) return value.flatMap(buffersIn);
  if (value && typeof value === 'object' && value.constructor === Object)
    return Object.values(value).flatMap(buffersIn);
  return [];
}
