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
/** PostgreSQL's codes ("PostgreSQL Error Codes"): a deadlock, and a table that is not there. */
const MADE_ROOM = new Set(['40P01', '42P01']);
const TRIES = 5;
/** Rows that are read again in an order, by table. */
const ORDERED: Readonly<Record<string, string>> = { 'eventstore.events': ' order by position' };
/** Texts mean the same wherever they are read again. */
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
  /** Of which tables, `schema.table`; all where it is not given. */
  isWanted?: (table: string) => boolean;
  /** Reads in the snapshot that everything is copied from, once the read models' tables are not held any more. */
  look?: (client: pg.ClientBase) => Promise<void>;
}

/** The read models' tables are others than a moment before. */
class TablesChanged extends Error {}

/**
 * Writes every table of the program into a folder, one file a table, in PostgreSQL's text form, all from one snapshot,
 * while the program runs. It is a copy to move, to restore and to search; it needs none of PostgreSQL's own tools.
 * @returns the files
 */
export async function dump(url: string, folder: string, options: DumpOptions = {}): Promise<FileDigest[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await dumpOnce(url, folder, options);
    } catch (error) {
      // A read model that changes its tables in the same moment goes first.
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
    // A table that takes the place of another one after the snapshot would look empty in it. So they are held before
    // the snapshot is taken, which the first query does, and no longer than they are copied: rebuilds wait for that.
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

/** The first line of a file: what each field of the others is. */
export const headOf = (columns: readonly string[]): string => `${columns.join('\t')}\n`;

/**
 * Reads a file of a dump into a table, which has to be there; generated columns follow from the others.
 * @param table `schema.table`
 */
export async function load(client: pg.ClientBase, file: string, table: string): Promise<void> {
  const [schema, name] = table.split('.') as [string, string];
  const { columns, from } = readHead(file);
  await copyIn(client, `copy ${targetOf({ schema, name, columns })} from stdin`, chunksOf(file, from));
}

/** The rows of a file of a dump, each by its columns' places, as text without its line feed. */
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

/** The columns of a file of a dump. @throws Error where its first line is no list of columns */
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

/**
 * Tables in an order that does not matter: none has foreign keys. Generated columns cannot be copied and follow from
 * the others.
 */
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

/** One connection for a dump or what reads one, without a limit on how long it takes. */
export async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const name = 'tknest dump';
  const client = new pg.Client({ connectionString: url, application_name: name, options: OWN_NAMES_ONLY });
  // A connection that breaks says so to whoever waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(TEXT_FORM);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
