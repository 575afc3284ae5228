import type { ClientBase, Pool } from 'pg';
import { seal, unseal, Unsealable } from './sealing.js';

/** The MASTER_KEY is not the one that this database was written with. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY does not open the keys of this database. Give the key that it was made with, or the one that ' +
        'replaced it.',
    );
    this.name = 'WrongMasterKey';
  }
}

export interface RingRow {
  purpose: string;
  id: number;
  wrapped: Buffer;
  made_at: Date;
}

export interface OpenedRow {
  purpose: string;
  id: number;
  key: Buffer;
}

const contextOf = (purpose: string, id: number) => `ring/${purpose}/${id}`;

/** Every key of the ring as it lies in the table, the oldest of a purpose first. */
export async function readRows(client: Pick<ClientBase | Pool, 'query'>): Promise<RingRow[]> {
  const { rows } = await client.query(
    'select purpose, id, wrapped, made_at from platform.wrapped_keys order by purpose, id',
  );
  return rows as RingRow[];
}

/** The same, opened by one of the master keys; null where none opens all of them. */
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

/** Keeps a new key, wrapped. */
export async function insertRow(
  client: Pick<ClientBase, 'query'>,
  master: Buffer,
  { purpose, id, key }: OpenedRow,
): Promise<void> {
  await client.query('insert into platform.wrapped_keys (purpose, id, wrapped) values ($1, $2, $3)', [
    purpose,
    id,
    seal(master, key, contextOf(purpose, id)),
  ]);
}

/** Wraps every key anew, by another master key. */
export async function rewrapRows(
  client: Pick<ClientBase, 'query'>,
  opened: readonly OpenedRow[],
  master: Buffer,
): Promise<void> {
  for (const { purpose, id, key } of opened)
    await client.query('update platform.wrapped_keys set wrapped = $3 where purpose = $1 and id = $2', [
      purpose,
      id,
      seal(master, key, contextOf(purpose, id)),
    ]);
}

/** Instances that start, and whoever replaces keys, take turns: "ring" in hexadecimal. */
export const RING_LOCK = 0x72696e67;

/** Held to the end of the transaction. */
export async function lockRing(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [RING_LOCK]);
}
