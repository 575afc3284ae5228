import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { copyIn, copyOut } from './copy.js';
import { SCHEMAS } from './schemas.js';

const CHUNK_BYTES = 1 << 20;
/** PostgreSQL's code for it ("PostgreSQL Error Codes", class 40). */
const DEADLOCK = '40P01';
const TRIES = 5;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Table {
  schema: string;
  name: string;
  columns: string[];
}

/**
 * Writes every table of the program into a folder, one file a table, in PostgreSQL's text form, all from one snapshot.
 * It is a copy to move, to restore and to search; it needs none of PostgreSQL's own tools.
 * @returns the number of tables
 */
export async function dump(
  url: string,
  folder: string,
  schemas: readonly string[] = Object.values(SCHEMAS),
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await dumpOnce(url, folder, schemas);
    } catch (error) {
      // A read model that changes its tables in the same moment goes first.
      if ((error as { code?: string }).code !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}

async function dumpOnce(url: string, folder: string, schemas: readonly string[]): Promise<number> {
  fs.mkdirSync(folder, { recursive: true });
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const tables = await tablesOf(client, schemas);
    for (const table of tables) {
      const file = fs.openSync(path.join(folder, `${table.schema}.${table.name}.copy`), 'w', 0o600);
      try {
        fs.writeSync(file, `${table.columns.join('\t')}\n`);
        await copyOut(client, `copy ${targetOf(table)} to stdout`, (chunk) => fs.writeSync(file, chunk));
      } finally {
        fs.closeSync(file);
      }
    }
    await client.query('commit');
    return tables.length;
  });
}

/**
 * Reads a dump into a migrated database, in one transaction. Tables must be empty but for the migrations, which are
 * left alone.
 * @param only names of schemas; `['eventstore']` restores the log, from which everything else but the vault follows
 */
export async function restore(
  url: string,
  folder: string,
  only: readonly string[] = Object.values(SCHEMAS),
): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin');
    for (const file of fs.readdirSync(folder).sort()) {
      const [schema, name] = file.replace(/\.copy$/, '').split('.') as [string, string];
      if (!only.includes(schema) || (schema === SCHEMAS.platform && name === 'migrations')) continue;
      const { columns, rows } = openRows(path.join(folder, file));
      await copyIn(client, `copy ${targetOf({ schema, name, columns })} from stdin`, rows());
    }
    await client.query('commit');
  });
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

const targetOf = ({ schema, name, columns }: Table): string =>
  `${quoted(schema)}.${quoted(name)} (${columns.map(quoted).join(', ')})`;

function openRows(file: string): { columns: string[]; rows: () => Iterable<Buffer> } {
  const handle = fs.openSync(file, 'r');
  const head = Buffer.alloc(64 << 10);
  const length = fs.readSync(handle, head, 0, head.length, 0);
  const end = head.subarray(0, length).indexOf('\n');
  const columns = head.toString('utf8', 0, end).split('\t');
  function* rows(): Iterable<Buffer> {
    try {
      for (let position = end + 1; ;) {
        const chunk = Buffer.alloc(CHUNK_BYTES);
        const read = fs.readSync(handle, chunk, 0, chunk.length, position);
        if (read === 0) return;
        position += read;
        yield chunk.subarray(0, read);
      }
    } finally {
      fs.closeSync(handle);
    }
  }
  return { columns, rows };
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'tknest dump' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
