import { INDEX_KINDS } from '@tknest/contracts/rules';
import { hkdfSync, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../database/pool.js';
import { beginMacs, type OldLog } from './begin-macs.js';
import { KEY_PURPOSES, LOG_PURPOSES } from '../keys/key-purposes.js';
import { macOldRows } from './mac-rows.js';
import { rewrapSubjects } from './rewrap-subjects.js';
import { insertRow, lockRing, openRows, readRows, wrappedBy, WrongMasterKey } from './ring-rows.js';
import { unseal } from './sealing.js';
import { splitKeys } from './split-keys.js';

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
 * Creates the keys: all of them at the first start, in one transaction, with the MACs of the existing events. So a ring
 * without keys for events is one from which somebody has removed them, and they are never created a second time. In a
 * database of a program without a key ring, digests stay the same (their keys are derived from the master key as
 * before), and the subjects' keys are rewrapped by a random one. If it is interrupted, the next start continues.
 * @param log null if this process must not create keys
 * @param signerKey if given, a first start separates at once what only workers open
 * @throws WrongMasterKey, RingLost, NoRing, LogRefused
 */
export async function prepareRing(
  pool: Pool,
  masters: readonly Buffer[],
  log: OldLog | null,
  signerKey?: Buffer,
): Promise<void> {
  const master = await inTransaction(pool, async (client) => {
    await lockRing(client);
    const rows = await readRows(client);
    if (rows.length === 0 && !log) throw new NoRing();
    const from = rows.length > 0 ? null : await derivedBefore(client, masters);
    const fitting = from ?? masters.find((one) => openRows(wrappedBy('master', rows), [one]) !== null);
    if (!fitting) throw new WrongMasterKey();
    const known = new Set(rows.map(({ purpose }) => purpose));
    if (rows.length > 0 && ![...LOG_PURPOSES, 'rows'].every((purpose) => known.has(purpose))) throw new RingLost();
    for (const purpose of KEY_PURPOSES) {
      if (known.has(purpose)) continue;
      const key = (from && digestKeys(from).get(purpose)) ?? randomBytes(32);
      await insertRow(client, fitting, { purpose, id: 1, key });
      if (purpose === 'rows') await macOldRows(client, key);
    }
    if (rows.length === 0) {
      for (const key of await beginMacs(client, log!)) await insertRow(client, fitting, key);
      // Keys of an older program are separated by a command: anyone who had its master key has seen the seeds.
      if (signerKey && !from) await splitKeys(client, [fitting], signerKey, null);
    }
    return fitting;
  });
  await rewrapSubjects(pool, master);
}

/**
 * The master key of a vault without a key ring; null if the vault is empty.
 * @throws WrongMasterKey, RingLost
 */
async function derivedBefore(client: Pick<ClientBase, 'query'>, masters: readonly Buffer[]): Promise<Buffer | null> {
  const { rows } = await client.query<{ subject: string; wrapped: Buffer; ring_key: number }>(
    'select subject, wrapped, ring_key from platform.vault_keys order by ring_key desc limit 1',
  );
  const [row] = rows;
  if (!row) return null;
  if (row.ring_key > 0) throw new RingLost();
  const fitting = masters.find((master) => opens(master, row));
  if (!fitting) throw new WrongMasterKey();
  return fitting;
}

function opens(master: Buffer, { subject, wrapped }: { subject: string; wrapped: Buffer }): boolean {
  try {
    return unseal(master, wrapped, `key/${subject}`).length === 32;
  } catch {
    return false;
  }
}

/** The keys of digests as derived before there was a key ring, by purpose. */
function digestKeys(master: Buffer): Map<string, Buffer> {
  const derived = (info: string) => Buffer.from(hkdfSync('sha256', master, '', info, 32));
  return new Map([
    ['devices', derived('known-devices')],
    ...INDEX_KINDS.map((kind): [string, Buffer] => [`index/${kind}`, derived(`blind-index/${kind}`)]),
  ]);
}
