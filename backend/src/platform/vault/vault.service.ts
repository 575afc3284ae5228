import type { IndexKind, SecretKind, VaultKind } from '@tknest/contracts/rules';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { firstRow } from '../database/first-row.js';
import { inTransaction, POOL } from '../database/pool.js';
import { KeyRing } from './key-ring.js';
import { overwriteFreed, type FreedKey } from './overwrite-freed.js';
import { RowMacs } from '../keys/row-macs.js';

import { contextOf, NotInVault, openItem, unwrap, type ItemOf, type WrappedKey } from './open-item.js';
import { seal } from './sealing.js';
import { isWorkersOwn } from './split-keys.js';

export { NotInVault, unlessGone } from './open-item.js';

/**
 * Envelope encryption: every subject (a person, a payment, an account) has its own random key, wrapped by the vault's
 * key. Personal data and signed blobs are stored only here, and erasing a subject destroys its key, after which no copy
 * of the ciphertext can be decrypted.
 */
@Injectable()
export class VaultService {
  private readonly lookups: RowMacs;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {
    this.lookups = new RowMacs(ring, 'rows', 'vault_lookups');
  }

  /**
   * Encrypts bytes, or an object as JSON. Idempotent: an existing id keeps its content. @param uploadedBy the person
   * whose quota it counts toward. @returns the item's id
   */
  async put(
    subject: string,
    kind: VaultKind | SecretKind,
    plaintext: Uint8Array | object,
    id: string = randomUUID(),
    uploadedBy: string | null = null,
  ): Promise<string> {
    const binary = plaintext instanceof Uint8Array;
    const bytes = binary ? plaintext : Buffer.from(JSON.stringify(plaintext), 'utf8');
    const tagged = Buffer.concat([Buffer.from([binary ? 0 : 1]), bytes]);
    for (;;) {
      const { keyId, key } = await this.keyOf(subject);
      const sealed = seal(key, tagged, contextOf(id, subject, kind));
      const { rows } = await this.pool.query<{ there: boolean }>(PUT, [id, keyId, subject, kind, sealed, uploadedBy]);
      // If it is missing, the subject was erased in the meantime, and the item needs a new key.
      if (firstRow(rows).there) return id;
    }
  }

  /**
   * The content of an item that is of this subject and kind; the subject comes from the session or the log, never from
   * the row that named the item. @throws NotInVault, also for an item of another subject or kind; Unsealable
   */
  get(id: string, { subject, kind }: ItemOf): Promise<Buffer | Record<string, unknown>> {
    const kinds: readonly string[] = typeof kind === 'string' ? [kind] : kind;
    const isEntitled = (item: { subject: string; kind: string }) =>
      item.subject === subject && kinds.includes(item.kind);
    return openItem(this.pool, this.ring, id, isEntitled);
  }

  /** The same for a file, as what is sent to a browser: never an object. @throws also if the item is no file */
  async bytes(id: string, of: ItemOf): Promise<Buffer> {
    const content = await this.get(id, of);
    if (!Buffer.isBuffer(content)) throw new NotInVault(id);
    return content;
  }

  /** The total size of a person's uploads that are still kept, in bytes. */
  async bytesUploadedBy(wallet: string): Promise<number> {
    const { rows } = await this.pool.query<{ bytes: string }>(
      'select coalesce(sum(octet_length(sealed)), 0)::text as bytes from platform.vault_items where uploaded_by = $1',
      [wallet],
    );
    return Number(firstRow(rows).bytes);
  }

  /** Deletes items that no event refers to. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.pool.query('delete from platform.vault_items where id = any($1)', [ids]);
  }

  /** Destroys a subject's key, so that no copy of its encrypted data can be decrypted. Irreversible. */
  async erase(subject: string): Promise<void> {
    const freed = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<FreedKey>(
        `delete from platform.vault_keys where subject = $1
         returning (ctid::text::point)[0]::int as page, octet_length(wrapped) as bytes`,
        [subject],
      );
      await client.query('delete from platform.vault_items where subject = $1', [subject]);
      return rows;
    });
    await overwriteFreed(this.pool, freed);
  }

  /** A keyed digest for looking up values without storing them: a plain hash of nine digits could be brute-forced. */
  blindIndex(kind: IndexKind, value: string): string {
    const { key } = this.ring.current(`index/${kind}`);
    return createHmac('sha256', key).update(value, 'utf8').digest('hex');
  }

  /** Like `blindIndex`, but with the subject's own key: once the subject is erased, values can't be guessed anymore. */
  async digestUnder(subject: string, kind: string, value: string): Promise<string> {
    const { key } = await this.keyOf(subject);
    const own = Buffer.from(hkdfSync('sha256', key, '', `digest/${kind}`, 32));
    return createHmac('sha256', own).update(value, 'utf8').digest('hex');
  }

  /** Adds a value by which the subject can be found. @returns false if it already was */
  async remember(subject: string, kind: IndexKind, value: string): Promise<boolean> {
    const digest = this.blindIndex(kind, value);
    const { rowCount } = await this.pool.query(
      'insert into platform.vault_lookups (kind, digest, subject, mac) values ($1, $2, $3, $4) on conflict do nothing',
      [kind, digest, subject, this.lookups.of(kind, digest, subject)],
    );
    return rowCount === 1;
  }

  /** Removes what `remember` added. */
  async forget(subject: string, kind: IndexKind, value: string): Promise<void> {
    await this.pool.query('delete from platform.vault_lookups where kind = $1 and digest = $2 and subject = $3', [
      kind,
      this.blindIndex(kind, value),
      subject,
    ]);
  }

  /** Removes all values of a kind by which the subject could be found. */
  async forgetKind(subject: string, kind: string): Promise<void> {
    await this.pool.query('delete from platform.vault_lookups where subject = $1 and kind = $2', [subject, kind]);
  }

  /** The subjects found by these values. */
  async subjectsLike(kind: IndexKind, values: readonly string[]): Promise<string[]> {
    const digests = values.map((value) => this.blindIndex(kind, value));
    const { rows } = await this.pool.query<{ subject: string; digests: string[]; macs: (Buffer | null)[] }>(
      `select subject, array_agg(digest) as digests, array_agg(mac) as macs from platform.vault_lookups
        where kind = $1 and digest = any($2)
        group by subject having count(distinct digest) = $3 order by subject limit 500`,
      [kind, digests, new Set(digests).size],
    );
    return rows
      .filter((row) => row.digests.every((digest, at) => this.lookups.fits(row.macs[at]!, kind, digest, row.subject)))
      .map(({ subject }) => subject);
  }

  /** Removes all values by which the subject could be found. */
  async forgetAll(subject: string): Promise<void> {
    await this.pool.query('delete from platform.vault_lookups where subject = $1', [subject]);
  }

  /** A subject's items of a kind, oldest first. */
  async itemsOf(subject: string, kind: VaultKind): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select id from platform.vault_items where subject = $1 and kind = $2 order by created_at, id',
      [subject, kind],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether any of a subject's data can still be decrypted. */
  async holds(subject: string): Promise<boolean> {
    const { rows } = await this.pool.query('select 1 from platform.vault_keys where subject = $1', [subject]);
    return rows.length > 0;
  }

  /** Since when the subject has had a key; null if it has none. */
  async heldSince(subject: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ created_at: Date }>(
      'select created_at from platform.vault_keys where subject = $1',
      [subject],
    );
    return rows[0]?.created_at ?? null;
  }

  /**
   * Other subjects that share a value of a kind with this one; for each value, the first `most` subjects that had it.
   * @returns `isAmongFirst` false if more than that came before the subject itself
   */
  async othersLike(subject: string, kind: string, most: number): Promise<{ others: string[]; isAmongFirst: boolean }> {
    const { rows: found } = await this.pool.query<{ digest: string; subject: string; own: Buffer; mac: Buffer }>(
      `select own.digest, own.mac as own, first.subject, first.mac from platform.vault_lookups own
        cross join lateral (
          select subject, mac from platform.vault_lookups one
           where one.kind = own.kind and one.digest = own.digest
           order by created_at, subject limit $3) first
        where own.subject = $1 and own.kind = $2`,
      [subject, kind, most],
    );
    const rows = found.filter(
      ({ digest, own, mac, ...row }) =>
        this.lookups.fits(own, kind, digest, subject) && this.lookups.fits(mac, kind, digest, row.subject),
    );
    const digests = new Set(rows.map(({ digest }) => digest));
    const own = rows.filter((row) => row.subject === subject);
    const others = [...new Set(rows.map((row) => row.subject))].filter((other) => other !== subject).sort();
    return { others, isAmongFirst: own.length === digests.size };
  }

  /** Whether both share a value of the kind. */
  async areAlike(one: string, other: string, kind: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ digest: string; a: Buffer | null; b: Buffer | null }>(
      `select digest, a.mac as a, b.mac as b from platform.vault_lookups a join platform.vault_lookups b using (kind, digest)
        where a.kind = $3 and a.subject = $1 and b.subject = $2 limit 100`,
      [one, other, kind],
    );
    return rows.some(
      ({ digest, a, b }) => this.lookups.fits(a, kind, digest, one) && this.lookups.fits(b, kind, digest, other),
    );
  }

  private async keyOf(subject: string): Promise<{ keyId: string; key: Buffer }> {
    for (;;) {
      const { rows } = await this.pool.query<WrappedKey & { id: string }>(
        'select id, wrapped, ring_key, ring_purpose from platform.vault_keys where subject = $1',
        [subject],
      );
      if (rows[0]) return { keyId: rows[0].id, key: await unwrap(this.ring, subject, rows[0]) };
      const purpose = this.ring.isSplit && isWorkersOwn(subject) ? 'signer' : 'vault';
      const { id, key } = this.ring.current(purpose);
      const wrapped = seal(key, randomBytes(32), `key/${subject}`);
      const { rows: made } = await this.pool.query<{ newest: number }>(NEW_KEY, [subject, wrapped, id, purpose]);
      if (firstRow(made).newest !== id) await this.ring.reload();
    }
  }
}

/**
 * Inserts only while the subject's key exists, and locks the key: an erasure either comes first or includes the item.
 */
const PUT = `
with k as (select id from platform.vault_keys where id = $2 for key share),
     put as (
       insert into platform.vault_items (id, key_id, subject, kind, sealed, uploaded_by)
       select $1, k.id, $3, $4, $5, $6 from k
       on conflict (id) do nothing returning 1
     )
select exists (select from put) or exists (select from platform.vault_items where id = $1) as there`;

/**
 * Inserts only under the newest key of its purpose. If that was replaced, nothing is inserted until the new one is
 * loaded.
 */
const NEW_KEY = `
with newest as (select coalesce(max(id), $3) as id from platform.wrapped_keys where purpose = $4),
     made as (
       insert into platform.vault_keys (subject, wrapped, ring_key, ring_purpose)
       select $1, $2, $3::integer, $4 from newest where id = $3
       on conflict (subject) do nothing
     )
select id as newest from newest`;
