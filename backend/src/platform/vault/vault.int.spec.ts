import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { asApplication, freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { createPool } from '../database/pool.js';
import { dump } from '../database/dump.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { verifyChain } from '../event-store/verify-chain.js';
import { context } from '#test/event-store/adapter.js';
import { followSecurityEvents } from '../telemetry/security-log.js';
import { Unsealable } from './sealing.js';
import { SecretVault } from './secret-vault.js';
import { NotInVault, VaultService } from './vault.service.js';

const SECRET = 'Erika Mustermann 123-45-6789';

describe('the vault', () => {
  let db: TestDatabase;
  let vault: VaultService;
  const withKey = (byte: number) => new VaultService(db.pool, ringOf(byte));
  beforeEach(async () => {
    db = await freshDatabase();
    vault = withKey(1);
  });
  afterEach(() => db.drop());

  it('gives back bytes as bytes and objects as objects', async () => {
    const bytes = Buffer.from([0, 255, 1]);
    expect(await openAny(vault, await vault.put('r1', 'kyc-document/answer', bytes))).toEqual(bytes);
    expect(await openAny(vault, await vault.put('r1', 'kyc-application', { name: SECRET, n: [1, null] }))).toEqual({
      name: SECRET,
      n: [1, null],
    });
    await expect(openAny(vault, randomUUID())).rejects.toThrow(NotInVault);
  });

  it('opens an item only as what it is, for whom it belongs to; anything else raises the alarm', async () => {
    const seed = await vault.put('platform-account-issuer-1', 'ledger-seed', { seed: SECRET });
    const note = await vault.put('r1', 'case-note', { text: SECRET });
    const alarms: string[] = [];
    const unfollow = followSecurityEvents(({ event }) => alarms.push(event));
    const asNote = (id: string, subject: string) => vault.get(id, { subject, kind: 'case-note' });
    await expect(asNote(seed, 'platform-account-issuer-1')).rejects.toThrow(NotInVault);
    await expect(asNote(note, 'r2')).rejects.toThrow(NotInVault);
    await expect(vault.get(note, { subject: 'r1', kind: ['proposal-reason', 'name-search'] })).rejects.toThrow(
      NotInVault,
    );
    await expect(new SecretVault(db.pool, ringOf(1)).get(note, 'ledger-seed')).rejects.toThrow(NotInVault);
    expect(alarms).toEqual(Array(4).fill('vault-item-refused'));
    expect(await asNote(note, 'r1')).toEqual({ text: SECRET });
    // What is sent to a browser is a file, not an object of whatever content.
    await expect(vault.bytes(note, { subject: 'r1', kind: 'case-note' })).rejects.toThrow(NotInVault);
    expect(await new SecretVault(db.pool, ringOf(1)).get(seed, 'ledger-seed')).toEqual({ seed: SECRET });
    expect(alarms).toHaveLength(4);
    unfollow();
  });

  it('keeps what is there where the same id is put again', async () => {
    const id = await vault.put('r1', 'kyc-application', { first: true });
    await vault.put('r1', 'kyc-application', { first: false }, id);
    expect(await openAny(vault, id)).toEqual({ first: true });
  });

  it.each([
    ['another subject', "update platform.vault_items set subject = 'r2' where id = $1"],
    ['another kind', "update platform.vault_items set kind = 'other' where id = $1"],
    [
      'another item',
      'update platform.vault_items a set sealed = b.sealed from platform.vault_items b where a.id = $1 and b.id <> $1',
    ],
    [
      'another key',
      'update platform.vault_items a set key_id = k.id from platform.vault_keys k where a.id = $1 and k.id <> a.key_id',
    ],
  ])('does not open an item that was moved to %s', async (_, move) => {
    await vault.put('r2', 'kyc-application', {});
    const id = await vault.put('r1', 'kyc-application', { name: SECRET });
    await db.pool.query(move, [id]);
    await expect(openAny(vault, id)).rejects.toThrow(Unsealable);
  });

  it('looks values up without storing them, differently per kind and key', () => {
    expect(vault.blindIndex('ssn', '123456789')).toBe(withKey(1).blindIndex('ssn', '123456789'));
    const others = [
      vault.blindIndex('name-word', '123456789'),
      vault.blindIndex('ssn', '123456780'),
      withKey(2).blindIndex('ssn', '123456789'),
    ];
    expect(new Set([...others, vault.blindIndex('ssn', '123456789')]).size).toBe(4);
  });

  it('a look-up that somebody put into the table, or moved, finds nobody', async () => {
    await vault.remember('rVictim', 'ssn', '1');
    await vault.remember('rTwin', 'ssn', '1');
    expect([await vault.areAlike('rVictim', 'rTwin', 'ssn'), await vault.subjectsLike('ssn', ['1'])]).toEqual([
      true,
      ['rTwin', 'rVictim'],
    ]);
    await db.pool.query(
      "insert into platform.vault_lookups (kind, digest, subject, mac) select kind, digest, 'rMine', mac from platform.vault_lookups where subject = 'rTwin'",
    );
    expect(await vault.areAlike('rVictim', 'rMine', 'ssn')).toBe(false);
    expect(await vault.subjectsLike('ssn', ['1'])).toEqual(['rTwin', 'rVictim']);
    expect((await vault.othersLike('rVictim', 'ssn', 10)).others).toEqual(['rTwin']);
    await db.pool.query("update platform.vault_lookups set digest = 'other' where subject = 'rTwin'");
    expect((await vault.othersLike('rVictim', 'ssn', 10)).others).toEqual([]);
  });

  it('erasing a subject leaves nothing of it, and nobody else loses anything', async () => {
    const [mine, other] = [
      await vault.put('r1', 'kyc-application', { name: SECRET }),
      await vault.put('r2', 'kyc-application', { name: 'kept' }),
    ];
    await vault.erase('r1');
    await expect(openAny(vault, mine)).rejects.toThrow(NotInVault);
    expect(await openAny(vault, other)).toEqual({ name: 'kept' });
    const again = await vault.put('r1', 'kyc-application', { name: 'new' });
    expect(await openAny(vault, again)).toEqual({ name: 'new' });
  });

  it('an item that is put while its subject is erased is readable or gone, never half', async () => {
    for (let round = 0; round < 30; round++) {
      const puts = Array.from({ length: 8 }, () => vault.put('r1', 'kyc-application', { round }));
      const [ids] = await Promise.all([Promise.all(puts), vault.erase('r1'), vault.erase('r1')]);
      for (const id of ids)
        await openAny(vault, id).catch((error: unknown) => expect(error).toBeInstanceOf(NotInVault));
      const { rows } = await db.pool.query(
        'select count(*)::int as orphans from platform.vault_items i where not exists (select from platform.vault_keys k where k.id = i.key_id)',
      );
      expect(rows[0].orphans).toBe(0);
    }
  });

  /** Contract item 18. */
  it('after an erasure the chain still verifies, and neither tables nor dumps hold the plaintext or the key', async () => {
    const store = new PostgresEventStore(db.pool);
    const id = await vault.put('r1', 'kyc-application', { name: SECRET });
    await store.append(
      'identity-r1',
      'none',
      [{ type: 'KycSubmitted', data: { wallet: 'r1', application: id } }],
      context(),
    );
    const wrapped: Buffer = (await db.pool.query("select wrapped from platform.vault_keys where subject = 'r1'"))
      .rows[0].wrapped;
    const before = await dumped();
    expect(before).not.toContain(SECRET);
    expect(before).toContain(wrapped.toString('hex'));

    await vault.erase('r1');
    const after = await dumped();
    expect(after).not.toContain(SECRET);
    expect(after).not.toContain(wrapped.toString('hex'));
    expect(await verifyChain(store)).toMatchObject({ verified: 1, broken: null });
    await expect(openAny(vault, id)).rejects.toThrow(NotInVault);
  });

  it('an erased key is gone from the database’s file too, wherever it stood, under the application’s rights', async () => {
    const pool = createPool(await asApplication(db.url), 2);
    try {
      const own = new VaultService(pool, ringOf(1));
      const subjects = Array.from({ length: 150 }, (_, at) => `r${at}`);
      for (const subject of subjects) await own.put(subject, 'kyc-application', { name: SECRET });
      for (const erased of ['r0', 'r20', 'r75', 'r148', 'r149']) {
        const { rows } = await pool.query('select wrapped from platform.vault_keys where subject = $1', [erased]);
        expect(await heldInFiles(rows[0].wrapped)).toBe(true);
        await own.erase(erased);
        expect([erased, await heldInFiles(rows[0].wrapped)]).toEqual([erased, false]);
      }
      await own.erase('of whom nothing is kept');
      expect((await pool.query('select count(*)::int as keys from platform.vault_keys')).rows).toEqual([{ keys: 145 }]);
    } finally {
      await pool.end();
    }
  });

  /** Whether the table's own file holds these bytes, live or not. */
  async function heldInFiles(bytes: Buffer): Promise<boolean> {
    await db.pool.query('checkpoint');
    const { rows } = await db.pool.query<{ file: Buffer }>(
      "select pg_read_binary_file(pg_relation_filepath('platform.vault_keys')) as file",
    );
    return rows[0]!.file.includes(bytes);
  }

  async function dumped(): Promise<string> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-dump-'));
    await dump(db.url, folder);
    const text = fs
      .readdirSync(folder)
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
      .join('\n');
    fs.rmSync(folder, { recursive: true });
    return text;
  }
});
