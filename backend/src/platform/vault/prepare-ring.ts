import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { firstRow } from '../database/first-row.js';
import { inTransaction } from '../database/pool.js';
import { toPosition } from '../event-store/positions.js';
import type { StoredLog } from '../event-store/stored-log.js';
import { KEY_PURPOSES, LOG_PURPOSES } from '../keys/key-purposes.js';
import { macKeyBytes } from './ring-macs.js';
import { rewrapSubjects } from './rewrap-subjects.js';
import { insertRow, lockRing, openRows, readRows, wrappedBy, WrongMasterKey, type OpenedRow } from './ring-rows.js';
import { splitKeys } from './split-keys.js';

/** The parts of a log that tell whether it is empty. */
export type NewLog = Pick<StoredLog, 'stored'>;

/** Keys for opening the vault or for authenticating events are missing. */
export class RingLost extends Error {
  constructor() {
    super(
      'platform.wrapped_keys has lost keys: the vault cannot be opened, or genuine events cannot be told from forged ones. ' +
        'Restore the table from a backup.',
    );
    this.name = 'RingLost';
  }
}

/** There are no keys yet; the program's first start creates them. */
export class NoRing extends Error {
  constructor() {
    super('This database has no keys yet: start the program once.');
    this.name = 'NoRing';
  }
}

/**
 * Creates the keys: all of them at the first start, in one transaction, while log and vault are empty. Beside either of
 * them, an empty ring is one that was lost, and keys are never created a second time. If the replacement of the vault's
 * key was interrupted, it continues.
 * @param log null if this process must not create keys
 * @param signerKey if given, a first start separates at once what only workers open
 * @throws WrongMasterKey, RingLost, NoRing
 */
export async function prepareRing(
  pool: Pool,
  masters: readonly Buffer[],
  log: NewLog | null,
  signerKey?: Buffer,
): Promise<void> {
  const master = await inTransaction(pool, async (client) => {
    await lockRing(client);
    const rows = await readRows(client);
    const isNew = rows.length === 0;
    if (isNew && (await isUsed(client))) throw new RingLost();
    if (isNew && !log) throw new NoRing();
    if (isNew && (await log!.stored(toPosition(0), 1)).length > 0) throw new RingLost();
    const fitting = masters.find((one) => openRows(wrappedBy('master', rows), [one]) !== null);
    if (!fitting) throw new WrongMasterKey();
    const known = new Set(rows.map(({ purpose }) => purpose));
    if (!isNew && ![...LOG_PURPOSES, 'rows'].every((purpose) => known.has(purpose))) throw new RingLost();
    for (const purpose of KEY_PURPOSES)
      if (!known.has(purpose)) await insertRow(client, fitting, { purpose, id: 1, key: randomBytes(32) });
    if (!isNew) return fitting;
    for (const key of logKeys()) await insertRow(client, fitting, key);
    if (signerKey) await splitKeys(client, [fitting], signerKey, null);
    return fitting;
  });
  await rewrapSubjects(pool, master);
}

/** Whether the vault, or a log in PostgreSQL or its index, needs keys. */
async function isUsed(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_used: boolean }>(
    `select exists (select from platform.vault_keys) or exists (select from eventstore.events)
       or exists (select from log_index.events) as is_used`,
  );
  return firstRow(rows).is_used;
}

/** The keys of events: the log's own id, and a key for each writer, valid from the beginning. */
const logKeys = (): OpenedRow[] => [
  { purpose: 'log', id: 1, key: randomBytes(16) },
  { purpose: 'mac/web', id: 1, key: macKeyBytes(randomBytes(32), 0) },
  { purpose: 'mac/worker', id: 1, key: macKeyBytes(randomBytes(32), 0) },
];
