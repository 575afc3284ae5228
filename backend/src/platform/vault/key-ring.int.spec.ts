import { INDEX_KINDS } from '@tknest/contracts/rules';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { TimerStore } from '../processes/timer-store.js';
import { KEY_PURPOSES, LOG_PURPOSES } from '../keys/key-purposes.js';
import { KeyRing } from './key-ring.js';
import { RingLost } from './prepare-ring.js';
import { replaceKey, replaceMaster } from './replace-keys.js';
import { insertRow, readRows, WrongMasterKey } from './ring-rows.js';
import { seal } from './sealing.js';
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

  it('has a random key for each purpose, none of them the master key or derived from it', async () => {
    const ring = await ringWith(OLD);
    const keys = KEY_PURPOSES.map((purpose) => ring.current(purpose).key.toString('hex'));
    expect(new Set([...keys, OLD.toString('hex')]).size).toBe(KEY_PURPOSES.length + 1);
    const derived = INDEX_KINDS.map((kind) => derivedBefore(`blind-index/${kind}`).toString('hex'));
    for (const key of derived) expect(keys).not.toContain(key);
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

  describe('in a database of a program that had none', () => {
    it('opens everything, and finds everybody by the same digests', async () => {
      const ids = await Promise.all(Array.from({ length: 1_203 }, (_, n) => putAsBefore(`r${n}`)));
      const vault = await vaultWith(OLD);
      expect(await subjects()).toEqual([1]);
      for (const id of ids.slice(0, 50)) expect(await openAny(vault, id)).toEqual({ name: SECRET });
      const digest = createHmac('sha256', derivedBefore('blind-index/ssn')).update('123456789').digest('hex');
      expect(vault.blindIndex('ssn', '123456789')).toBe(digest);
      expect((await ringWith(OLD)).current('devices').key).toEqual(derivedBefore('known-devices'));
    });

    it('goes on where a start was interrupted', async () => {
      const ids = await Promise.all(['r1', 'r2', 'r3'].map((subject) => putAsBefore(subject)));
      await ringWith(OLD);
      const late = await putAsBefore('r4');
      expect(await subjects()).toEqual([0, 1]);
      const vault = await vaultWith(OLD);
      for (const id of [...ids, late]) expect(await openAny(vault, id)).toEqual({ name: SECRET });
    });

    it('takes timers and look-ups over that were there already, once', async () => {
      const timer = "insert into platform.timers (process, key, due_at, payload) values ('alarm', $1, $2, $3)";
      const due = new Date('2026-11-23T10:00:00Z');
      await db.pool.query(timer, ['old', due, '{"b":[1,{"z":1,"a":2}],"a":"x"}']);
      const digest = createHmac('sha256', derivedBefore('blind-index/ssn')).update('1').digest('hex');
      await putAsBefore('r1');
      await db.pool.query("insert into platform.vault_lookups (kind, digest, subject) values ('ssn', $1, 'r1')", [
        digest,
      ]);
      const ring = await ringWith(OLD);
      await db.pool.query(timer, ['forged', due, null]);
      await db.pool.query("insert into platform.vault_lookups (kind, digest, subject) values ('ssn', $1, 'r2')", [
        digest,
      ]);
      const again = await ringWith(OLD);
      expect(await new VaultService(db.pool, again).subjectsLike('ssn', ['1'])).toEqual(['r1']);
      const claimed = await new TimerStore(db.pool, 'alarm', ring).claim(due, 10, 1000);
      expect(claimed.map(({ key }) => key)).toEqual(['old']);
    });

    it('is not made with another master key', async () => {
      await putAsBefore('r1');
      await expect(ringWith(NEW)).rejects.toThrow(WrongMasterKey);
      expect(await readRows(db.pool)).toEqual([]);
    });
  });

  it('that was lost is not made anew beside a vault that needs it', async () => {
    await (await vaultWith(OLD)).put('r1', 'form', { name: SECRET });
    await db.pool.query('delete from platform.wrapped_keys');
    await expect(ringWith(OLD)).rejects.toThrow(RingLost);
  });

  it('takes another master key while the program runs; the one before opens nothing then', async () => {
    const vault = await vaultWith(OLD);
    const before = await vault.put('r1', 'form', { name: SECRET });
    const digest = vault.blindIndex('ssn', '1');
    await replaceMaster(db.pool, [OLD], NEW);
    const meanwhile = await vault.put('r2', 'form', { name: SECRET });
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
    const ids = await Promise.all(Array.from({ length: 700 }, (_, n) => one.put(`a${n}`, 'form', { name: SECRET })));
    let rotated = false;
    const writing = [one, other].map(async (vault, who) => {
      for (let n = 0; !rotated || n < 200; n++) {
        ids.push(await vault.put(`w${who}-${n}`, 'form', { name: SECRET }));
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
    const id = await vault.put('r1', 'form', { name: SECRET });
    await insertRow(db.pool, OLD, { purpose: 'vault', id: 2, key: randomBytes(32) });
    expect(await openAny(vault, await vault.put('r2', 'form', { name: SECRET }))).toEqual({ name: SECRET });
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

  /** Data of a program before the key ring: the subject's key is wrapped by the master key itself. */
  async function putAsBefore(subject: string): Promise<string> {
    const [id, key] = [randomUUID(), randomBytes(32)];
    const { rows } = await db.pool.query(
      'insert into platform.vault_keys (subject, wrapped) values ($1, $2) returning id',
      [subject, seal(OLD, key, `key/${subject}`)],
    );
    const tagged = Buffer.concat([Buffer.from([1]), Buffer.from(JSON.stringify({ name: SECRET }))]);
    await db.pool.query(
      'insert into platform.vault_items (id, key_id, subject, kind, sealed) values ($1, $2, $3, $4, $5)',
      [id, rows[0].id, subject, 'form', seal(key, tagged, `item/${id}/${subject}/form`)],
    );
    return id;
  }
});

const derivedBefore = (info: string): Buffer => Buffer.from(hkdfSync('sha256', OLD, '', info, 32));
