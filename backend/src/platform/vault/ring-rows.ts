import type { ClientBase, Pool } from 'pg';
import { WORKER_PURPOSES, type KeyPurpose } from '../keys/key-purposes.js';
import { seal, unseal, Unsealable } from './sealing.js';

/** The MASTER_KEY is not the one with which this database was written. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY does not open the keys of this database. Give the key that it was made with, or the one that ' +
        'replaced it.',
    );
    this.name = 'WrongMasterKey';
  }
}

/** Purposes that no other process can open once the keys are split. */
const ONLY_WORKERS: ReadonlySet<string> = new Set<KeyPurpose>([...WORKER_PURPOSES, 'mac/worker']);

/** The key that wraps a key of the ring. Only workers have the signer key. */
export type WrappedBy = 'master' | 'signer';

export interface RingRow {
  purpose: string;
  id: number;
  wrapped: Buffer;
  wrapped_by: WrappedBy;
  made_at: Date;
}

export interface OpenedRow {
  purpose: string;
  id: number;
  key: Buffer;
}

const contextOf = (purpose: string, id: number) => `ring/${purpose}/${id}`;

/** The SIGNER_KEY_FILE is not the one that wrapped the workers' keys. */
export class WrongSignerKey extends Error {
  constructor() {
    super('The key in SIGNER_KEY_FILE does not open the keys of this database that only workers open.');
    this.name = 'WrongSignerKey';
  }
}

/** Every key of the ring as stored in the table, oldest of a purpose first. */
export async function readRows(client: Pick<ClientBase | Pool, 'query'>): Promise<RingRow[]> {
  const { rows } = await client.query(
    'select purpose, id, wrapped, wrapped_by, made_at from platform.wrapped_keys order by purpose, id',
  );
  return rows as RingRow[];
}

/** The rows wrapped by this key. */
export const wrappedBy = (by: WrappedBy, rows: readonly RingRow[]): RingRow[] =>
  rows.filter(({ wrapped_by }) => wrapped_by === by);

/** Whether there are keys that only workers can open. */
export const isSplit = (rows: readonly RingRow[]): boolean => wrappedBy('signer', rows).length > 0;

/**
 * Whether a row of a split ring is plausible: the signer key must wrap what only workers may open. Every process has
 * the master key and could have inserted the row.
 */
export const isApart = ({ purpose, wrapped_by }: Pick<RingRow, 'purpose' | 'wrapped_by'>): boolean =>
  wrapped_by === 'signer' || !ONLY_WORKERS.has(purpose);

/** The rows opened by one of these keys; null if none opens all of them. */
export function openRows(rows: readonly RingRow[], masters: readonly Buffer[]): OpenedRow[] | null {
  for (const master of masters) {
    try {
      return rows.map(({ purpose, id, wrapped }) => ({
        purpose,
        id,
        key: unseal(master, wrapped, contextOf(purpose, id)),
      }));
    } catch (error) {
      if (!(error instanceof Unsealable)) throw error;
    }
  }
  return null;
}

/** Stores a new key, wrapped by another one. */
export async function insertRow(
  client: Pick<ClientBase, 'query'>,
  master: Buffer,
  { purpose, id, key }: OpenedRow,
  by: WrappedBy = 'master',
): Promise<void> {
  await client.query('insert into platform.wrapped_keys (purpose, id, wrapped, wrapped_by) values ($1, $2, $3, $4)', [
    purpose,
    id,
    seal(master, key, contextOf(purpose, id)),
    by,
  ]);
}

/** Rewraps keys with another key. */
export async function rewrapRows(
  client: Pick<ClientBase, 'query'>,
  opened: readonly OpenedRow[],
  master: Buffer,
  by: WrappedBy = 'master',
): Promise<void> {
  for (const { purpose, id, key } of opened)
    await client.query(
      'update platform.wrapped_keys set wrapped = $3, wrapped_by = $4 where purpose = $1 and id = $2',
      [purpose, id, seal(master, key, contextOf(purpose, id)), by],
    );
}

/** The advisory lock for starting instances and for commands that replace keys: "ring" in hexadecimal. */
const RING_LOCK = 0x72696e67;

/** Held to the end of the transaction. */
export async function lockRing(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [RING_LOCK]);
}
