import { Logger } from '@nestjs/common';
import type { VaultKind } from '@tknest/contracts/rules';
import type { Pool } from 'pg';
import { AnsweredError, type Answer } from '../domain/refused.js';
import { alarm } from '../telemetry/security-log.js';
import type { KeyRing } from './key-ring.js';
import { unseal, Unsealable } from './sealing.js';
import { isWorkersOwn } from './split-keys.js';

/** The item does not exist, its subject was erased, or it is not what the caller is entitled to. */
export class NotInVault extends AnsweredError {
  constructor(readonly id: string) {
    super(`Vault item ${id} does not exist, or was erased`);
    this.name = 'NotInVault';
  }

  get answer(): Answer {
    return { reason: 'not-found', detail: 'This is not kept here' };
  }
}

/** What a call opens; null if the vault does not have it, as after an erasure. @throws everything but NotInVault */
export async function unlessGone<Opened>(opening: Promise<Opened>): Promise<Opened | null> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof NotInVault) return null;
    throw error;
  }
}

/** A subject's key as stored, and which key of the ring wraps it. */
export interface WrappedKey {
  wrapped: Buffer | null;
  ring_key: number;
  /** `signer` for what only workers may open. */
  ring_purpose: 'vault' | 'signer';
}

/** What a caller is entitled to open. */
export interface ItemOf {
  /** Whose key encrypts it. */
  subject: string;
  /** Several where the log does not say which of them it is. */
  kind: VaultKind | readonly VaultKind[];
}

interface Item extends WrappedKey {
  subject: string;
  kind: string;
  sealed: Buffer;
}

export const contextOf = (id: string, subject: string, kind: string) => `item/${id}/${subject}/${kind}`;

const log = new Logger('Vault');

/**
 * The content of an item, decrypted only if it is what the caller is entitled to. Anything else is a security event: a
 * row that names it was manipulated.
 * @returns bytes as a Buffer, an object as an object
 * @throws NotInVault, Unsealable
 */
export async function openItem(
  pool: Pool,
  ring: KeyRing,
  id: string,
  isEntitled: (item: { subject: string; kind: string }) => boolean,
): Promise<Buffer | Record<string, unknown>> {
  const { rows } = await pool.query<Item>(
    'select i.subject, i.kind, i.sealed, k.wrapped, k.ring_key, k.ring_purpose from platform.vault_items i left join platform.vault_keys k on k.id = i.key_id where i.id = $1',
    [id],
  );
  const row = rows[0];
  if (!row?.wrapped) throw new NotInVault(id);
  if (!isEntitled(row)) {
    log.error(`The vault item ${id} is of the kind ${row.kind}, which its caller may not open`);
    alarm('vault-item-refused');
    throw new NotInVault(id);
  }
  const key = await unwrap(ring, row.subject, row);
  const tagged = unseal(key, row.sealed, contextOf(id, row.subject, row.kind));
  const bytes = tagged.subarray(1);
  return tagged[0] === 0 ? bytes : JSON.parse(bytes.toString('utf8'));
}

/** @throws Unsealable */
export async function unwrap(
  ring: KeyRing,
  subject: string,
  { wrapped, ring_key, ring_purpose }: WrappedKey,
): Promise<Buffer> {
  // Every process has the vault's key, so any of them could have written this row.
  if (ring.isSplit && isWorkersOwn(subject) && ring_purpose !== 'signer') throw new Unsealable();
  const key = await ring.find(ring_purpose, ring_key);
  if (!key) throw new Unsealable();
  return unseal(key, wrapped!, `key/${subject}`);
}
