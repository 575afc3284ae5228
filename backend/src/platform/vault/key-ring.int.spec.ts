import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { randomBytes } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { KEY_PURPOSES, LOG_PURPOSES } from '../keys/key-purposes.js';
import { KeyRing } from './key-ring.js';
import { RingLost } from './prepare-ring.js';
import { replaceKey, replaceMaster } from './replace-keys.js';
import { insertRow, readRows, WrongMasterKey } from './ring-rows.js';
import { VaultService } from './vault.service.js';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const SECRET = 'Erika Mustermann';
const EMPTY_LOG = { stored: async () => [] };

describe('the key ring', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase();
  });
  afterEach(() => db.drop());

  const ringWith = (masterKey: Buffer) => new KeyRing({ masterKey, masterKeyFile: null }).open(db.pool, EMPTY_LOG);
  const vaultWith = async (masterKey: Buffer) => new VaultService(db.pool, await ringWith(masterKey));
  const subjects = async () =>
    (await db.pool.query('select distinct ring_key from platform.vault_keys order by 1')).rows.map(
      (row) => row.ring_key,
    );

  it('has a random key for each purpose, none of them the master key', async () => {
    const ring = await ringWith(OLD);
    const keys = KEY_PURPOSES.map((purpose) => ring.current(purpose).key.toString('hex'));
    expect(new Set([...keys, OLD.toString('hex')]).size).toBe(KEY_PURPOSES.length + 1);
    const again = await ringWith(OLD);
    expect(KEY_PURPOSES.map((purpose) => again.current(purpose).key.toString('hex'))).toEqual(keys);
    for (const { wrapped } of await readRows(db.pool))
      for (const key of keys) expect(wrapped.toString('hex')).not.toContain(key);
  });

  it('is made once, however many instances start', async () => {
    const rings = await Promise.all([1, 2, 3, 4].map(() => ringWith(OLD)));
    expect(new Set(rings.map((ring) => ring.current('vault').key.toString('hex'))).size).toBe(1);
    expect(await readRows(db.pool)).toHaveLength(KEY_PURPOSES.length + LOG_PURPOSES.length);
  });

  it('says at once that the master key is another one', async () => {
    await ringWith(OLD);
    await expect(ringWith(NEW)).rejects.toThrow(WrongMasterKey);
  });

  it('that was lost is not made anew beside a vault that needs it', async () => {
    await (await vaultWith(OLD)).put('r1', 'kyc-application', { name: SECRET });
    await db.pool.query('delete from platform.wrapped_keys');
    await expect(ringWith(OLD)).rejects.toThrow(RingLost);
  });

  it('takes another master key while the program runs; the one before opens nothing then', async () => {
    const vault = await vaultWith(OLD);
    const before = await vault.put('r1', 'kyc-application', { name: SECRET });
    const digest = vault.blindIndex('ssn', '1');
    await replaceMaster(db.pool, [OLD], NEW);
    const meanwhile = await vault.put('r2', 'kyc-application', { name: SECRET });
    await expect(ringWith(OLD)).rejects.toThrow(WrongMasterKey);
    const after = await vaultWith(NEW);
    for (const id of [before, meanwhile]) expect(await openAny(after, id)).toEqual({ name: SECRET });
    expect(after.blindIndex('ssn', '1')).toBe(digest);
    // Interrupted after the commit, it is repeated.
    await replaceMaster(db.pool, [OLD], NEW);
    expect(await openAny(await vaultWith(NEW), before)).toEqual({ name: SECRET });
    await expect(replaceMaster(db.pool, [OLD], Buffer.alloc(32, 3))).rejects.toThrow(WrongMasterKey);
  });

  it('takes another key of the vault while instances read and write; the one before is gone', async () => {
    const [one, other] = [await vaultWith(OLD), await vaultWith(OLD)];
    const ids = await Promise.all(
      Array.from({ length: 700 }, (_, n) => one.put(`a${n}`, 'kyc-application', { name: SECRET })),
    );
    let rotated = false;
    const writing = [one, other].map(async (vault, who) => {
      for (let n = 0; !rotated || n < 200; n++) {
        ids.push(await vault.put(`w${who}-${n}`, 'kyc-application', { name: SECRET }));
        expect(await openAny(vault, ids[Math.floor(Math.random() * ids.length)]!)).toEqual({ name: SECRET });
      }
    });
    expect(await replaceKey(db.pool, [OLD], 'vault')).toBe(2);
    rotated = true;
    await Promise.all(writing);
    expect(await subjects()).toEqual([2]);
    expect((await readRows(db.pool)).filter(({ purpose }) => purpose === 'vault').map(({ id }) => id)).toEqual([2]);
    const fresh = await vaultWith(OLD);
    for (const id of ids) expect(await openAny(fresh, id)).toEqual({ name: SECRET });
  });

  it('goes on where the replacement of the vault’s key was interrupted', async () => {
    const vault = await vaultWith(OLD);
    const id = await vault.put('r1', 'kyc-application', { name: SECRET });
    await insertRow(db.pool, OLD, { purpose: 'vault', id: 2, key: randomBytes(32) });
    expect(await openAny(vault, await vault.put('r2', 'kyc-application', { name: SECRET }))).toEqual({ name: SECRET });
    expect(await subjects()).toEqual([1, 2]);
    expect(await openAny(await vaultWith(OLD), id)).toEqual({ name: SECRET });
    expect(await subjects()).toEqual([2]);
    expect(await replaceKey(db.pool, [OLD], 'vault')).toBe(3);
    expect((await readRows(db.pool)).filter(({ purpose }) => purpose === 'vault').map((row) => row.id)).toEqual([3]);
    expect(await openAny(vault, id)).toEqual({ name: SECRET });
  });

  it('a running program follows a key that was replaced', async () => {
    const ring = await ringWith(OLD);
    const before = ring.current('sessions');
    await replaceKey(db.pool, [OLD], 'sessions');
    await ring.reload();
    expect(ring.current('sessions').id).toBe(before.id + 1);
    expect(ring.current('sessions').key).not.toEqual(before.key);
  });
});
