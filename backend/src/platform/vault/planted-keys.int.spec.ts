import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { EVENT_CATALOGUE, EVENT_WRITERS, UPCASTERS } from '@tknest/contracts/events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { CataloguedEventStore } from '../event-store/catalogued-event-store.js';
import { EventMacs } from '../event-store/macs.js';
import { toPosition } from '../event-store/positions.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { TimerStore } from '../processes/timer-store.js';
import { KeyRing, type WrappingKeys } from './key-ring.js';
import { askMacs } from './regular-key.js';
import { replaceMacKeys, replaceSigner } from './replace-keys.js';
import { macKeyBytes, macsOf } from './ring-macs.js';
import { insertRow } from './ring-rows.js';
import { seal, Unsealable } from './sealing.js';
import { VaultService } from './vault.service.js';

const MASTER = Buffer.alloc(32, 1);
const SIGNER = Buffer.alloc(32, 2);
/** Keys forged by somebody who took over a web process. */
const PLANTED = Buffer.alloc(32, 7);
const SEEDS = 'platform-account-payoutEscrow';

/**
 * A web process has the master key and may write every row of the database, but its rows must not be accepted as the
 * workers'.
 */
describe('keys that a web process plants', () => {
  let db: TestDatabase;
  let folder: string;
  let worker: KeyRing;
  let web: KeyRing;
  let asWorker: WrappingKeys;
  const opened = (keys: WrappingKeys) => new KeyRing(keys).open(db.pool, { stored: async () => [] });
  beforeEach(async () => {
    db = await freshDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-planted-'));
    const signerKeyFile = path.join(folder, 'signer.key');
    writeFileSync(signerKeyFile, SIGNER.toString('hex'));
    const masters = { masterKey: MASTER, masterKeyFile: null };
    asWorker = { ...masters, role: 'worker', signerKey: SIGNER, signerKeyFile };
    worker = await opened(asWorker);
    web = await opened({ ...masters, role: 'web', signerKey: null, signerKeyFile: null });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await db.drop();
  });
  const plant = (purpose: string, id = 2) =>
    insertRow(db.pool, MASTER, {
      purpose,
      id,
      key: purpose === 'mac/worker' ? macKeyBytes(PLANTED, 0) : PLANTED,
    });
  /** The worker that runs, and one that starts after it. */
  const workers = async () => {
    await worker.reload();
    return [worker, await opened(asWorker)];
  };

  it.each(['signer', 'rows/worker', 'mac/worker'] as const)('one for %s is not believed', async (purpose) => {
    await plant(purpose);
    for (const ring of await workers()) {
      expect(ring.current(purpose).id).toBe(1);
      expect(ring.all(purpose)).toHaveLength(1);
    }
  });

  it('no event of a worker is written under one', async () => {
    await plant('mac/worker');
    const forged = { id: 2, key: PLANTED, endsAt: null };
    const logId = web.all('log').at(-1)!.key.toString('hex');
    const macs = new EventMacs({ logId, of: () => [forged] }, EVENT_WRITERS);
    const forger = new CataloguedEventStore(new PostgresEventStore(db.pool, { macs }), EVENT_CATALOGUE, UPCASTERS);
    const submitted = { type: 'TokenIssuanceSubmitted', data: { issuanceId: '1' } };
    await forger.append('token-issuance-1', 'any', [submitted], context());
    for (const ring of await workers()) {
      const store = new PostgresEventStore(db.pool, { macs: macsOf(ring) });
      const { events } = await store.readAll(toPosition(0));
      expect(events.map(({ misfit }) => misfit ?? null)).not.toEqual([null]);
      await store.close();
    }
  });

  it('nobody asks for a change of an account’s key under one', async () => {
    await plant('rows/worker');
    const asked = ['payoutEscrow', 'make', '2026-11-24T00:00:00.000Z'] as const;
    const planted = { current: () => ({ id: 2, key: PLANTED }), reload: async () => undefined };
    const mac = askMacs(planted).of(...asked);
    for (const ring of await workers()) expect(askMacs(ring).fits(mac, ...asked)).toBe(false);
  });

  it('no seed is sealed under one: neither before the account’s first key, nor beside it', async () => {
    const { id, key } = web.current('vault');
    await db.pool.query('insert into platform.vault_keys (subject, wrapped, ring_key) values ($1, $2, $3)', [
      SEEDS,
      seal(key, PLANTED, `key/${SEEDS}`),
      id,
    ]);
    for (const ring of await workers())
      await expect(new VaultService(db.pool, ring).put(SEEDS, 'ledger-seed', { seed: 's' })).rejects.toThrow(
        Unsealable,
      );
    expect((await db.pool.query('select 1 from platform.vault_items')).rowCount).toBe(0);
  });

  it('a worker goes on with its own keys where the table says that they are not apart any more', async () => {
    await db.pool.query("update platform.wrapped_keys set wrapped_by = 'master'");
    await worker.reload().catch(() => undefined);
    expect(worker.isSplit).toBe(true);
    const item = await new VaultService(db.pool, worker).put(SEEDS, 'ledger-seed', { seed: 's' }).catch(() => null);
    if (item) await expect(openAny(new VaultService(db.pool, web), item)).rejects.toThrow(Unsealable);
    const { rows } = await db.pool.query('select ring_purpose from platform.vault_keys');
    expect(rows.filter(({ ring_purpose }) => ring_purpose !== 'signer')).toEqual([]);
  });

  it('keep nobody from replacing the keys: that is what is done once they are found', async () => {
    for (const purpose of ['rows/worker', 'mac/worker', 'signer']) await plant(purpose);
    const timers = new TimerStore(db.pool, 'courier', worker);
    await timers.schedule({ key: 'kept', dueAt: new Date(0) });
    const { rows } = await db.pool.query('select pid from pg_stat_activity where datname = current_database()');
    const own = () => rows.map(({ pid }) => pid as number);
    const log = { head: async () => toPosition(1) };
    await replaceMacKeys({ pool: db.pool, masters: [MASTER], signers: [SIGNER], log, own });
    await replaceSigner(db.pool, [SIGNER], SIGNER);
    for (const one of await workers()) {
      expect(['rows/worker', 'signer'].map((purpose) => one.current(purpose as 'signer').id)).toEqual([3, 3]);
      expect(one.all('mac/worker').at(-1)!.id).toBe(3);
    }
    const due = await new TimerStore(db.pool, 'courier', await opened(asWorker)).claim(new Date(), 10, 1_000);
    expect(due.map(({ key }) => key)).toEqual(['kept']);
  });
});
