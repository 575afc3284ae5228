import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../database/pool.js';
import type { EventStore } from '../event-store/event-store.js';
import { toSequence } from '../event-store/positions.js';
import type { Replaceable } from './key-purposes.js';
import { macKeyBytes } from './ring-macs.js';
import { rewrapSubjects } from './rewrap-subjects.js';
import { insertRow, lockRing, openRows, readRows, rewrapRows, WrongMasterKey, type OpenedRow } from './ring-rows.js';

/** Wraps every key of the ring by another master key. Running programs go on. @throws WrongMasterKey */
export async function replaceMaster(pool: Pool, masters: readonly Buffer[], next: Buffer): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockRing(client);
    const opened = openRows(await readRows(client), [...masters, next]);
    if (!opened) throw new WrongMasterKey();
    await rewrapRows(client, opened, next);
  });
  await forgetOldRows(pool);
}

/**
 * Replaces one key. The vault's is gone once nothing is wrapped by it any more; what the others made is not believed
 * any more at once. @returns the new key's id. @throws WrongMasterKey
 */
export async function replaceKey(pool: Pool, masters: readonly Buffer[], purpose: Replaceable): Promise<number> {
  const { master, id } = await inTransaction(pool, async (client) => {
    await lockRing(client);
    // Whoever wraps a new subject's key by the key of before has committed, or looks again after this.
    if (purpose === 'vault') await client.query('lock table platform.vault_keys in share row exclusive mode');
    const rows = await readRows(client);
    const master = masters.find((one) => openRows(rows, [one]) !== null);
    if (!master) throw new WrongMasterKey();
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
         and not exists (select from platform.vault_keys where ring_key < $1)`,
      [id],
    );
  }
  await forgetOldRows(pool);
  return id;
}

/** Events may still be written under the keys of before. */
export class ProgramRuns extends Error {
  constructor() {
    super('An instance of the program is connected to the database: stop every instance first.');
    this.name = 'ProgramRuns';
  }
}

/**
 * Replaces the keys of events, while no program runs: those of before are believed up to the event that the log ends
 * with. @param own process ids of this program's own sessions at the server. @throws WrongMasterKey, ProgramRuns
 */
export async function replaceMacKeys(
  pool: Pool,
  masters: readonly Buffer[],
  log: Pick<EventStore, 'head'>,
  own: () => readonly number[],
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await lockRing(client);
    const head = toSequence(await log.head());
    const others = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'tknest%'
         and pid <> all($1)`,
      [own()],
    );
    if (others.rowCount) throw new ProgramRuns();
    const rows = await readRows(client);
    const master = masters.find((one) => openRows(rows, [one]) !== null);
    if (!master) throw new WrongMasterKey();
    const id = Math.max(...rows.filter(({ purpose }) => purpose === 'mac/web').map((row) => row.id)) + 1;
    for (const purpose of ['mac/web', 'mac/worker'])
      await insertRow(client, master, { purpose, id, key: macKeyBytes(randomBytes(32), head + 1) });
    return id;
  });
}

/** A row that was replaced stays in its page until it is cleaned up; a key must not. */
async function forgetOldRows(pool: Pool): Promise<void> {
  await pool.query('vacuum platform.wrapped_keys');
  await pool.query('vacuum platform.vault_keys');
}
