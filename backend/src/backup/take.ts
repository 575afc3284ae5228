import fs from 'node:fs';
import type pg from 'pg';
import { mediumOf } from '#features/identity/erasure/tombstones.js';
import type { Config } from '#platform/config/config.js';
import { dump } from '#platform/database/dump.js';
import { firstRow } from '#platform/database/first-row.js';
import { writeHashed } from '#platform/database/hashed-file.js';
import { mustHaveNoFunctions } from '#platform/database/grants.js';
import { createPool } from '#platform/database/pool.js';
import { openEnd } from '#platform/event-store/copying/open-end.js';
import { openLog } from '#platform/event-store/open-log.js';
import { GENESIS } from '#platform/event-store/seal.js';
import { PROGRAM } from '#platform/program.js';
import { exportLog, verifyLog } from './log-files.js';
import { digestOf, FORMAT, sealManifest, type LogEnd, type Manifest } from './manifest.js';
import { isTaken } from './tables.js';
import { Told } from './told.js';

/** The source of a backup. */
export type BackedUp = Pick<Config, 'databaseUrl' | 'eventStore' | 'tombstones'>;

/** The file of notes about erasures in a backup. */
export const TOMBSTONES = 'tombstones.jsonl';

const ZEROS = GENESIS.toString('hex');

/**
 * Takes a backup while the program runs: every permanent table from one snapshot of PostgreSQL, the log up to that time
 * from either store, and the tombstones. It does not contain the operator's keys.
 * @param folder a new or empty one
 * @throws Told, LogRefused, StoreUnavailable, ForeignFunctions
 */
export async function takeBackup(of: BackedUp, folder: string): Promise<Manifest> {
  mustBeNew(folder);
  await mustBeUsable(of);
  const { databaseUrl, eventStore } = of;
  let [at, migrations, end]: [string, string[], LogEnd] = ['', [], { position: 0, hash: ZEROS, id: ZEROS }];
  const files = await dump(databaseUrl, folder, {
    isWanted: (table) => isTaken(table, eventStore !== null),
    async look(client) {
      const { rows } = await client.query<{ at: Date; names: string[] }>(
        'select now() as at, (select array_agg(name::text order by id) from platform.migrations) as names',
      );
      const found = firstRow(rows);
      [at, migrations] = [found.at.toISOString(), found.names];
      end = await endOf(client, eventStore ? 'log_index' : 'eventstore');
    },
  });
  if (eventStore) files.push(...(await exportFrom(eventStore, end, folder)));
  const notes = await notesOf(of);
  const lines = notes.map((note) => `${JSON.stringify(note)}\n`).join('');
  files.push(await writeHashed(folder, TOMBSTONES, (file) => file.write(lines)));
  // Read back from disk, because a backup that cannot be read back is useless.
  for (const file of files)
    if ((await digestOf(folder, file.name)).sha256 !== file.sha256)
      throw new Error(`${file.name} reads back differently from what was written. Check the disk.`);
  await verifyLog(folder, end);
  const store = eventStore ? 'eventstoredb' : 'postgres';
  const log = { store, ...end } as const;
  const manifest: Manifest = { format: FORMAT, program: PROGRAM, at, log, migrations, tombstones: notes.length, files };
  sealManifest(folder, manifest);
  return manifest;
}

function mustBeNew(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Told(`${folder} is not empty: name a new folder, or remove what an interrupted backup left behind.`);
}

/** Refuses a log that was closed, that deletes events, or that belongs to another index. */
async function mustBeUsable({ databaseUrl, eventStore }: BackedUp): Promise<void> {
  const pool = createPool(databaseUrl, 3);
  try {
    await mustHaveNoFunctions(pool);
    const { rows } = await pool.query<{ is_there: boolean }>(
      "select to_regclass('platform.migrations') is not null and to_regclass('eventstore.marks') is not null as is_there",
    );
    if (!firstRow(rows).is_there) throw new Told('This database contains no data of the program.');
    const log = await openLog(pool, eventStore);
    try {
      await log.head();
    } finally {
      await log.close();
    }
  } finally {
    await pool.end();
  }
}

async function endOf(client: pg.ClientBase, schema: 'eventstore' | 'log_index'): Promise<LogEnd> {
  const { rows } = await client.query<{ position: string; hash: string; id: string }>(
    `select l.position, encode(l.hash, 'hex') as hash, encode(f.hash, 'hex') as id
     from (select position, hash from ${schema}.events order by position desc limit 1) l, ${schema}.events f
     where f.position = 1`,
  );
  return rows[0] ? { ...rows[0], position: Number(rows[0].position) } : { position: 0, hash: ZEROS, id: ZEROS };
}

async function exportFrom(eventStore: NonNullable<BackedUp['eventStore']>, end: LogEnd, folder: string) {
  const server = openEnd('eventstore', { EVENTSTORE_URL: eventStore.url, EVENTSTORE_STREAM: eventStore.stream });
  try {
    return await exportLog(server.end, end, folder);
  } finally {
    await server.close();
  }
}

async function notesOf({ tombstones }: BackedUp) {
  const medium = mediumOf(tombstones);
  try {
    return await medium.notes();
  } finally {
    if ('end' in medium) await medium.end();
  }
}
