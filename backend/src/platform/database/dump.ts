import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { copyIn, copyOut } from './copy.js';
import { writeHashed, type FileDigest } from './hashed-file.js';
import { mustHaveNoFunctions } from './grants.js';
import { OWN_NAMES_ONLY, SCHEMAS } from './schemas.js';

const CHUNK_BYTES = 1 << 20;
const HEAD_BYTES = 64 << 10;
const LINE_FEED = 10;
/** PostgreSQL's error codes for a deadlock and for a missing table, after which the dump can be retried. */
const MADE_ROOM = new Set(['40P01', '42P01']);
const TRIES = 5;
/** The order in which rows are written, by table. */
const ORDERED: Readonly<Record<string, string>> = { 'eventstore.events': ' order by position' };
/** Fixes the text format, so that any server reads the files back with the same meaning. */
const TEXT_FORM = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1`;
const quoted = pg.escapeIdentifier;

interface Table {
  schema: string;
  name: string;
  columns: string[];
}

export interface DumpOptions {
  schemas?: readonly string[];
  /** Selects tables by `schema.table`; all of them by default. */
  isWanted?: (table: string) => boolean;
  /** Runs further reads in the dump's snapshot, after the locks on the read models' tables are released. */
  look?: (client: pg.ClientBase) => Promise<void>;
}

/** A rebuild replaced tables of a read model between listing and locking them. */
class TablesChanged extends Error {}

/**
 * Writes every table of the program into a folder, one file per table, in PostgreSQL's text format, all from one
 * snapshot, while the program runs. The copy can be moved, restored and searched without PostgreSQL's tools.
 * @returns the written files
 */
export async function dump(url: string, folder: string, options: DumpOptions = {}): Promise<FileDigest[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await dumpOnce(url, folder, options);
    } catch (error) {
      // A rebuild that replaces tables at the same time takes precedence.
      const again = error instanceof TablesChanged || MADE_ROOM.has((error as { code?: string }).code ?? '');
      if (!again || tries === TRIES) throw error;
    }
  }
}

function dumpOnce(
  url: string,
  folder: string,
  { schemas = Object.values(SCHEMAS), isWanted = () => true, look }: DumpOptions,
): Promise<FileDigest[]> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return connected(url, async (client) => {
    await mustHaveNoFunctions(client);
    const isReadModel = ({ schema }: Table) => schema === SCHEMAS.readModels;
    const before = (await tablesOf(client, schemas)).filter(isReadModel).map(nameOf);
    await client.query('begin isolation level repeatable read read only');
    // A table that a rebuild puts in place after the snapshot looks empty in it. So the tables are locked before the
    // first query takes the snapshot, and only until they are copied, because rebuilds wait for the locks.
    await client.query('savepoint free');
    if (before.length > 0) await client.query(`lock table ${before.join(', ')} in access share mode`);
    const tables = await tablesOf(client, schemas);
    const [readModels, others] = [tables.filter(isReadModel), tables.filter((table) => !isReadModel(table))];
    if (readModels.map(nameOf).join() !== before.join()) throw new TablesChanged('The read models’ tables changed');
    const files: FileDigest[] = [];
    const copy = async (table: Table) => {
      if (!isWanted(`${table.schema}.${table.name}`)) return;
      files.push(await copyTable(client, table, folder));
    };
    for (const table of readModels) await copy(table);
    await client.query('rollback to savepoint free');
    await look?.(client);
    for (const table of others) await copy(table);
    await client.query('commit');
    return files;
  });
}

function copyTable(client: pg.ClientBase, table: Table, folder: string): Promise<FileDigest> {
  const key = `${table.schema}.${table.name}`;
  const columns = table.columns.map(quoted).join(', ');
  const source = key in ORDERED ? `(select ${columns} from ${nameOf(table)}${ORDERED[key]})` : targetOf(table);
  return writeHashed(folder, `${key}.copy`, (file) => {
    file.write(headOf(table.columns));
    return copyOut(client, `copy ${source} to stdout`, (chunk) => file.write(chunk));
  });
}

/** The first line of a file: the names of its columns. */
export const headOf = (columns: readonly string[]): string => `${columns.join('\t')}\n`;

/**
 * Loads a file of a dump into an existing table; PostgreSQL computes its generated columns.
 * @param table `schema.table`
 */
export async function load(client: pg.ClientBase, file: string, table: string): Promise<void> {
  const [schema, name] = table.split('.') as [string, string];
  const { columns, from } = readHead(file);
  await copyIn(client, `copy ${targetOf({ schema, name, columns })} from stdin`, chunksOf(file, from));
}

/** The rows of a file of a dump, each as a line of text without its line feed. */
export async function* rowsOf(file: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(file, readHead(file).from)) {
    const block = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let begin = 0;
    for (let end = block.indexOf(LINE_FEED); end >= 0; end = block.indexOf(LINE_FEED, begin)) {
      yield block.toString('utf8', begin, end);
      begin = end + 1;
    }
    rest = block.subarray(begin);
  }
  if (rest.length > 0) throw new Error(`${path.basename(file)} ends within a row`);
}

/** The columns of a file of a dump. @throws Error if its first line is not a list of columns */
export const columnsOf = (file: string): string[] => readHead(file).columns;

function readHead(file: string): { columns: string[]; from: number } {
  const handle = fs.openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const end = head.subarray(0, fs.readSync(handle, head, 0, head.length, 0)).indexOf(LINE_FEED);
    if (end < 0) throw new Error(`${path.basename(file)} names no columns`);
    return { columns: head.toString('utf8', 0, end).split('\t'), from: end + 1 };
  } finally {
    fs.closeSync(handle);
  }
}

function chunksOf(file: string, from: number): AsyncIterable<Buffer> {
  return fs.createReadStream(file, { start: from, highWaterMark: CHUNK_BYTES });
}

/** Tables in any order, because none has foreign keys; without generated columns, which cannot be copied. */
async function tablesOf(client: pg.ClientBase, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relnamespace::regnamespace::text as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;
const targetOf = (table: Table): string => `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`;

/** Runs work on a separate connection, without a statement timeout. */
export async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const name = 'tknest dump';
  const client = new pg.Client({ connectionString: url, application_name: name, options: OWN_NAMES_ONLY });
  // A lost connection rejects the pending query; nothing else listens for the error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(TEXT_FORM);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
