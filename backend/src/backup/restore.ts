import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { firstRow } from '#platform/database/first-row.js';
import { ok, failure, type Finding } from '../doctor/finding.js';
import { TombstoneFile } from '#features/identity/erasure/tombstone-file.js';
import { missingFrom, type TombstoneNote } from '#features/identity/erasure/tombstone-note.js';
import { mediumOf } from '#features/identity/erasure/tombstones.js';
import { isBeforeBaseline, migrationNames } from '#platform/database/data-source.js';
import { connected, load } from '#platform/database/dump.js';
import { migrate } from '#platform/database/migrate.js';
import { copyLog } from '#platform/event-store/copying/copy-log.js';
import { IndexSource } from '#platform/event-store/copying/index-source.js';
import { openEnd } from '#platform/event-store/copying/open-end.js';
import { LogRefused } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { BeforeFirstRelease } from '#platform/generation.js';
import { keysFit, type WrappingKeys } from './keys-fit.js';
import { verifyLog } from './log-files.js';
import { digestOf, readManifest, USE_ANOTHER, type Manifest } from './manifest.js';
import { fileOf, isTaken, LOG_TABLES } from './tables.js';
import { TOMBSTONES, type BackedUp } from './take.js';
import { Told } from './told.js';

/** The target of a restore, and the keys that must open the backup. */
export interface Target extends BackedUp {
  keys: WrappingKeys;
  /** A folder with separately kept notes about erasures; null to use only the backup's. */
  kept: string | null;
}

/** Allowed names in a backup, because they become parts of SQL statements and paths. */
const FILE = /^(?:(?:eventstore|read_models|platform)\.[a-z0-9_]+\.copy|tombstones\.jsonl)$/;
/** A row in one of these tables means that the target is in use. */
const IN_USE = [LOG_TABLES.events, LOG_TABLES.commands, 'platform.wrapped_keys', 'platform.vault_keys'];

/**
 * Restores a backup into an empty target after verifying everything: every file by its SHA-256, the log by its seals,
 * the keys, and the target. All in one transaction.
 * @returns the findings; nothing was restored if any of them is wrong
 * @throws BeforeFirstRelease
 */
export async function restoreBackup(folder: string, target: Target): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (subject: string, words: () => Promise<string> | string): Promise<boolean> => {
    try {
      findings.push(ok(subject, await words()));
      return true;
    } catch (error) {
      if (!(error instanceof Told || error instanceof LogRefused)) throw error;
      findings.push(failure(subject, error.message));
      return false;
    }
  };
  let manifest: Manifest | undefined;
  const isBackup = await look('Backup', () => {
    manifest = readManifest(folder);
    return `taken on ${manifest.at} by version ${manifest.program}`;
  });
  if (!isBackup || !manifest) return findings;
  if (isBeforeBaseline(manifest.migrations)) throw new BeforeFirstRelease();
  const found = manifest;
  const { log, files } = found;
  const notes: TombstoneNote[] = [];
  const isWhole = await look('Files', () => filesFit(folder, found));
  if (isWhole) {
    await look('Event log', async () => {
      await verifyLog(folder, log);
      return `${log.position} events, every hash fits, head ${log.hash}`;
    });
    await look('Keys', () => keysFit(folder, target.keys));
    await look('Tombstones', async () => {
      notes.push(...(await notesIn(folder)), ...(target.kept ? await keptIn(target.kept) : []));
      return `${notes.length} tombstones`;
    });
  }
  await look('Program', () => programFits(found));
  await look('Place', () => placeFits(found, target));
  if (findings.some(({ level }) => level === 'failure')) return findings;
  await look('Restored', async () => {
    await addNotes(target, notes);
    await putBack(folder, found, target);
    return `${files.length} files, ${log.position} events`;
  });
  return findings;
}

async function filesFit(folder: string, { files }: Manifest): Promise<string> {
  let bytes = 0;
  for (const name of IN_USE.map(fileOf))
    if (!files.some((file) => file.name === name))
      throw new Told(`The manifest does not list ${name}, so the backup is incomplete. ${USE_ANOTHER}`);
  for (const file of files) {
    if (!FILE.test(file.name) || !isTaken(file.name.replace(/\.copy$/, ''), false))
      throw new Told(`${file.name} is not a file of a backup.`);
    if (!fs.existsSync(path.join(folder, file.name))) throw new Told(`${file.name} is missing. ${USE_ANOTHER}`);
    const found = await digestOf(folder, file.name);
    if (found.bytes < file.bytes)
      throw new Told(`${file.name} was truncated: it has ${found.bytes} of ${file.bytes} bytes. ${USE_ANOTHER}`);
    if (found.sha256 !== file.sha256)
      throw new Told(`${file.name} was changed: its SHA-256 is not the one in the manifest. ${USE_ANOTHER}`);
    bytes += file.bytes;
  }
  return `${files.length} files, ${Math.ceil(bytes / 1e6)} MB, every SHA-256 fits`;
}

function programFits({ migrations, program }: Manifest): string {
  const known = new Set(migrationNames());
  if (migrations.some((name) => !known.has(name)))
    throw new Told(`The backup was taken by a newer program (${program}). Restore it with that program.`);
  return 'knows the tables of the backup';
}

/** The tombstones in a folder. @throws Told if a line is invalid */
async function notesIn(folder: string): Promise<TombstoneNote[]> {
  try {
    return await new TombstoneFile(folder).notes();
  } catch (error) {
    throw new Told((error as Error).message);
  }
}

function keptIn(folder: string): Promise<TombstoneNote[]> {
  if (!fs.existsSync(path.join(folder, TOMBSTONES))) throw new Told(`There is no ${TOMBSTONES} in ${folder}.`);
  return notesIn(folder);
}

/** Done before anything is restored, so that no erased person is missed, whatever happens afterwards. */
async function addNotes({ tombstones }: Target, notes: readonly TombstoneNote[]): Promise<void> {
  if ('folder' in tombstones) fs.mkdirSync(tombstones.folder, { recursive: true });
  const medium = mediumOf(tombstones);
  try {
    const there = await medium.notes();
    for (const note of notes) {
      if (missingFrom(there, [note]).length === 0) continue;
      await medium.add(note);
      there.push(note);
    }
  } finally {
    if ('end' in medium) await medium.end();
  }
}

async function placeFits(manifest: Manifest, { databaseUrl, eventStore }: Target): Promise<string> {
  await connected(databaseUrl, async (client) => {
    await mustBeEmpty(client);
    const there = await client.query<{ is_there: boolean }>(
      "select to_regclass('platform.migrations') is not null as is_there",
    );
    if (!firstRow(there.rows).is_there) return;
    const { rows } = await client.query<{ name: string }>('select name from platform.migrations');
    if (rows.some(({ name }) => !manifest.migrations.includes(name)))
      throw new Told('The database is empty but has tables of a newer program. Create a new database.');
  });
  if (!eventStore || manifest.log.position === 0) return 'the database is empty';
  return withServer(eventStore, async (server) => {
    const [first] = await server.read(0, 1);
    if (first && first.hash.toString('hex') !== manifest.log.id)
      throw new Told(`The stream ${eventStore.stream} on EventStoreDB contains another log. Name a new stream.`);
    return first ? 'the database is empty, the stream holds this log' : 'the database and the stream are empty';
  });
}

/** @throws Told if the target already contains data of the program */
async function mustBeEmpty(client: pg.ClientBase): Promise<void> {
  for (const table of IN_USE) {
    const there = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [table]);
    if (!firstRow(there.rows).is_there) continue;
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount) throw new Told(`The database is not empty: ${table} has rows. Name a new database or data folder.`);
  }
}

async function putBack(folder: string, manifest: Manifest, { databaseUrl, eventStore }: Target): Promise<void> {
  await migrate(databaseUrl, { only: manifest.migrations });
  await connected(databaseUrl, async (client) => {
    await client.query('begin');
    // A program that is started in the meantime waits, as does another restore.
    await client.query(`lock table ${IN_USE.join(', ')} in exclusive mode`);
    await mustBeEmpty(client);
    const logTables = Object.values<string>(LOG_TABLES);
    for (const table of logTables)
      await load(
        client,
        path.join(folder, fileOf(table)),
        eventStore ? table.replace('eventstore.', 'log_index.') : table,
      );
    // Before checkpoints are loaded, which take their hashes from here.
    if (eventStore)
      await client.query(`update log_index.checkpoint c set position = e.position, hash = e.hash, at = e.at
        from (select position, hash, at from log_index.events order by position desc limit 1) e`);
    for (const { name } of manifest.files) {
      const table = name.replace(/\.copy$/, '');
      if (!name.endsWith('.copy') || logTables.includes(table)) continue;
      // Migrations gave some tables a first row.
      await client.query(`delete from ${table}`);
      await load(client, path.join(folder, name), table);
    }
    if (eventStore) await fillServer(client, eventStore, manifest);
    await client.query('commit');
    await client.query('analyze');
  });
}

/** An EventStoreDB server that survived the database has the log already, and maybe more: then it is left unchanged. */
function fillServer(
  client: pg.ClientBase,
  eventStore: NonNullable<BackedUp['eventStore']>,
  { log }: Manifest,
): Promise<void> {
  return withServer(eventStore, async (server) => {
    const [last] = log.position > 0 ? await server.read(log.position - 1, 1) : [];
    if (last?.hash.toString('hex') === log.hash) return;
    const { position } = await copyLog(new IndexSource(client), server, () => {});
    if (position !== log.position) throw new Told(`The server accepted the log only up to ${toPosition(position)}.`);
  });
}

async function withServer<Result>(
  { url, stream }: NonNullable<BackedUp['eventStore']>,
  work: (server: ReturnType<typeof openEnd>['end']) => Promise<Result>,
): Promise<Result> {
  const { end, close } = openEnd('eventstore', { EVENTSTORE_URL: url, EVENTSTORE_STREAM: stream });
  try {
    return await work(end);
  } finally {
    await close();
  }
}
