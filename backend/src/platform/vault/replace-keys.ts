import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/pool.js';
import type { EventStore } from '../event-store/event-store.js';
import { toSequence } from '../event-store/positions.js';
import type { Replaceable } from '../keys/key-purposes.js';
import { forgetSnapshots, macLookups, macsUnder, macTimers } from './mac-rows.js';
import { macKeyBytes } from './ring-macs.js';
import { rewrapSubjects } from './rewrap-subjects.js';
import {
  insertRow,
  isSplit,
  lockRing,
  openRows,
  readRows,
  rewrapRows,
  wrappedBy,
  WrongMasterKey,
  WrongSignerKey,
  type OpenedRow,
  type RingRow,
  type WrappedBy,
} from './ring-rows.js';
import { splitKeys } from './split-keys.js';

/** Rewraps every key of the ring with another master key, while programs run. @throws WrongMasterKey */
export async function replaceMaster(pool: Pool, masters: readonly Buffer[], next: Buffer): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockRing(client);
    const opened = openRows(wrappedBy('master', await readRows(client)), [...masters, next]);
    if (!opened) throw new WrongMasterKey();
    await rewrapRows(client, opened, next);
  });
  await forgetOldRows(pool);
}

/** Rewraps the keys that only workers can open with another signer key, while programs run. @throws WrongSignerKey */
export async function replaceSigner(pool: Pool, signers: readonly Buffer[], next: Buffer): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockRing(client);
    const rows = await readRows(client);
    const workers = wrappedBy('signer', rows);
    const opened = workers.length > 0 ? openRows(workers, [...signers, next]) : null;
    if (!opened) throw new WrongSignerKey();
    await rewrapRows(client, opened, next, 'signer');
    // Whoever had the signer key knows the keys that it wrapped, so new seeds are encrypted under a new key of the ring
    // too.
    await addKey(client, rows, 'signer', { key: next, by: 'signer' }, randomBytes(32));
  });
  await forgetOldRows(pool);
}

/**
 * Replaces one key. The vault's previous key is deleted once nothing is wrapped by it; with other keys, everything that
 * they authenticated becomes invalid immediately.
 * @returns the new key's id
 * @throws WrongMasterKey
 */
export async function replaceKey(pool: Pool, masters: readonly Buffer[], purpose: Replaceable): Promise<number> {
  const { master, id } = await inTransaction(pool, async (client) => {
    await lockRing(client);
    // A process that wraps a new subject's key by the previous key has committed by now, or checks again after this.
    if (purpose === 'vault') await client.query('lock table platform.vault_keys in share row exclusive mode');
    const rows = await readRows(client);
    const master = masterOf(rows, masters);
    const id = Math.max(0, ...rows.filter((row) => row.purpose === purpose).map((row) => row.id)) + 1;
    await insertRow(client, master, { purpose, id, key: randomBytes(32) } satisfies OpenedRow);
    if (purpose !== 'vault')
      await client.query('delete from platform.wrapped_keys where purpose = $1 and id < $2', [purpose, id]);
    return { master, id };
  });
  if (purpose === 'vault') {
    await rewrapSubjects(pool, master);
    await pool.query(
      `delete from platform.wrapped_keys where purpose = 'vault' and id < $1
         and not exists (select from platform.vault_keys where ring_purpose = 'vault' and ring_key < $1)`,
      [id],
    );
  }
  await forgetOldRows(pool);
  return id;
}

/** Events may still be written under the previous keys. */
export class ProgramRuns extends Error {
  constructor() {
    super('An instance of the program is connected to the database: stop every instance first.');
    this.name = 'ProgramRuns';
  }
}

/** Replaces keys that no running program may still use. */
export interface AloneWith {
  pool: Pool;
  masters: readonly Buffer[];
  /** None if the keys are not split. */
  signers: readonly Buffer[];
  log: Pick<EventStore, 'head'>;
  /** Process ids of this program's own sessions at the server. */
  own(): readonly number[];
}

/** @throws ProgramRuns */
function whileNobodyRuns<Result>(
  { pool, log, own }: AloneWith,
  work: (client: PoolClient, head: number) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await lockRing(client);
    const head = toSequence(await log.head());
    const others = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'tknest%'
         and pid <> all($1)`,
      [own()],
    );
    if (others.rowCount) throw new ProgramRuns();
    return work(client, head);
  });
}

interface Wrapping {
  key: Buffer;
  by: WrappedBy;
}

/**
 * Replaces the keys of events and of rows, while no program runs. Previous event keys stay valid up to the log's last
 * event; rows that match the old key get a MAC with the new one.
 * @throws WrongMasterKey, WrongSignerKey, ProgramRuns
 */
export async function replaceMacKeys(alone: AloneWith): Promise<number> {
  const replaced = await whileNobodyRuns(alone, async (client, head) => {
    const rows = await readRows(client);
    const master: Wrapping = { key: masterOf(rows, alone.masters), by: 'master' };
    const workers: Wrapping = isSplit(rows) ? { key: signerOf(rows, alone.signers), by: 'signer' } : master;
    await replaceRowKeys(client, rows, master, workers);
    await addKey(client, rows, 'mac/worker', workers, macKeyBytes(randomBytes(32), head + 1));
    return (await addKey(client, rows, 'mac/web', master, macKeyBytes(randomBytes(32), head + 1))).id;
  });
  await forgetOldRows(alone.pool);
  return replaced;
}

async function replaceRowKeys(
  client: PoolClient,
  rows: readonly RingRow[],
  master: Wrapping,
  workers: Wrapping,
): Promise<void> {
  const replaced = async (purpose: 'rows' | 'rows/worker', by: Wrapping) => {
    // Besides the workers' rows, there may be rows inserted by a web process.
    const own = wrappedBy(by.by, rows).filter((row) => row.purpose === purpose);
    const [before] = openRows(own.slice(-1), [by.key])!;
    const { key, id } = await addKey(client, rows, purpose, by, randomBytes(32));
    await client.query('delete from platform.wrapped_keys where purpose = $1 and id < $2', [purpose, id]);
    return { purpose, key, before: before!.key };
  };
  const own = await replaced('rows', master);
  const { purpose, key, before } = workers === master ? own : await replaced('rows/worker', workers);
  await macLookups(client, own.key, macsUnder(own.before, 'rows', 'vault_lookups'));
  await macTimers(client, key, purpose, macsUnder(before, purpose, 'timers'));
  await forgetSnapshots(client);
}

/** After every row of its purpose, including invalid ones. */
async function addKey(
  client: PoolClient,
  rows: readonly RingRow[],
  purpose: string,
  { key: wrapping, by }: Wrapping,
  key: Buffer,
): Promise<OpenedRow> {
  const added = {
    purpose,
    id: Math.max(...rows.filter((row) => row.purpose === purpose).map((row) => row.id)) + 1,
    key,
  };
  await insertRow(client, wrapping, added, by);
  return added;
}

/**
 * Splits off the keys that only workers may open, while no program runs. Processes with the master key have seen the
 * worker's MAC key, so it is replaced. @throws WrongMasterKey, AlreadySplit, ProgramRuns
 */
export async function splitOffWorkers(alone: AloneWith, signerKey: Buffer): Promise<void> {
  await whileNobodyRuns(alone, (client, head) => splitKeys(client, alone.masters, signerKey, head + 1));
  await forgetOldRows(alone.pool);
}

function masterOf(rows: readonly RingRow[], masters: readonly Buffer[]): Buffer {
  const master = masters.find((one) => openRows(wrappedBy('master', rows), [one]) !== null);
  if (!master) throw new WrongMasterKey();
  return master;
}

function signerOf(rows: readonly RingRow[], signers: readonly Buffer[]): Buffer {
  const signer = signers.find((one) => openRows(wrappedBy('signer', rows), [one]) !== null);
  if (!signer) throw new WrongSignerKey();
  return signer;
}

/** A replaced row stays in its page until it is vacuumed, which a key must not. */
async function forgetOldRows(pool: Pool): Promise<void> {
  await pool.query('vacuum platform.wrapped_keys');
  await pool.query('vacuum platform.vault_keys');
}
