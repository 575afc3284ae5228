import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { nextTo } from '#platform/config/master-key.js';
import { toPosition } from '#platform/event-store/positions.js';
import { KeyRing, type WrappingKeys } from '#platform/vault/key-ring.js';
import { replaceSigner, splitOffWorkers } from '#platform/vault/replace-keys.js';
import { Unsealable, unseal } from '#platform/vault/sealing.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { AccountKeys } from './account-keys.js';

const MASTER = Buffer.alloc(32, 1);
const SIGNER = Buffer.alloc(32, 2);

describe('the seed of a new key of an account', () => {
  let db: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    db = await freshDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-new-key-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await db.drop();
  });
  const opened = (keys: WrappingKeys) => new KeyRing(keys).open(db.pool, { stored: async () => [] });
  const newKey = (ring: KeyRing) =>
    new AccountKeys({} as never, new VaultService(db.pool, ring), {} as never, {} as never).newKey('payoutEscrow');

  interface Sealed {
    id: string;
    subject: string;
    kind: string;
    sealed: Buffer;
  }
  /** The seeds' keys, as known to somebody with the key ring and the database. */
  async function seedKeys(ring: KeyRing): Promise<Buffer[]> {
    const { rows } = await db.pool.query<{ subject: string; wrapped: Buffer }>(
      'select subject, wrapped from platform.vault_keys',
    );
    return rows.map(({ subject, wrapped }) => unseal(ring.current('signer').key, wrapped, `key/${subject}`));
  }
  async function canOpen(item: string, keys: readonly Buffer[]): Promise<boolean> {
    const { rows } = await db.pool.query<Sealed>('select id, subject, kind, sealed from platform.vault_items');
    const { id, subject, kind, sealed } = rows.find((row) => row.id === item)!;
    return keys.some((key) => {
      try {
        return unseal(key, sealed, `item/${id}/${subject}/${kind}`).length > 0;
      } catch (error) {
        if (!(error instanceof Unsealable)) throw error;
        return false;
      }
    });
  }

  it('is opened by nothing that was known of the keys before: not even by who had the master key until the split', async () => {
    const masters = { masterKey: MASTER, masterKeyFile: null };
    const all = await opened({ ...masters, role: 'all', signerKey: null, signerKeyFile: null });
    const { seedItem: first } = await newKey(all);
    const known = await seedKeys(all);
    expect(await canOpen(first, known)).toBe(true);

    const signerKeyFile = path.join(folder, 'signer.key');
    writeFileSync(signerKeyFile, SIGNER.toString('hex'));
    const { rows } = await db.pool.query('select pid from pg_stat_activity where datname = current_database()');
    const own = () => rows.map(({ pid }) => pid as number);
    const log = { head: async () => toPosition(1) };
    await splitOffWorkers({ pool: db.pool, masters: [MASTER], signers: [SIGNER], log, own }, SIGNER);
    const worker = await opened({ ...masters, role: 'worker', signerKey: SIGNER, signerKeyFile });
    const { seedItem, address } = await newKey(worker);
    expect(await openAny(new VaultService(db.pool, worker), seedItem)).toMatchObject({ address });
    expect(await canOpen(seedItem, known)).toBe(false);
  });

  it('is opened by no key of the ring that was known before the signer key was replaced', async () => {
    const masters = { masterKey: MASTER, masterKeyFile: null };
    const signerKeyFile = path.join(folder, 'signer.key');
    writeFileSync(signerKeyFile, SIGNER.toString('hex'));
    const worker = await opened({ ...masters, role: 'worker', signerKey: SIGNER, signerKeyFile });
    const leaked = worker.all('signer').map(({ key }) => key);
    const next = Buffer.alloc(32, 3);
    writeFileSync(nextTo(signerKeyFile), next.toString('hex'));
    await replaceSigner(db.pool, [SIGNER], next);
    await worker.reload();
    const { seedItem } = await newKey(worker);
    const { rows } = await db.pool.query('select subject, wrapped from platform.vault_keys');
    for (const { subject, wrapped } of rows)
      for (const key of leaked) expect(() => unseal(key, wrapped, `key/${subject}`)).toThrow(Unsealable);
    const restarted = await opened({ ...masters, role: 'worker', signerKey: next, signerKeyFile });
    expect(await openAny(new VaultService(db.pool, restarted), seedItem)).toHaveProperty('seed');
  });
});
