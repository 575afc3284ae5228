import pg from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations/index.js';
import { dataSourceOptions } from '#platform/database/data-source.js';
import { SCHEMAS } from '#platform/database/schemas.js';

/** A row as `to_jsonb` returns it, or the value of a sequence. */
export type StoredLine = { table: string; row: Record<string, unknown> } | { sequence: string; value: number };

const MIGRATIONS = `${SCHEMAS.platform}.migrations`;

/** Fills an empty database as an older program left it: with the migrations that it knew, and its rows. */
export async function fillDatabase(url: string, lines: readonly StoredLine[]): Promise<void> {
  const known = new Set(lines.flatMap((line) => ('table' in line && line.table === MIGRATIONS ? [line.row.name] : [])));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const schema of Object.values(SCHEMAS)) await client.query(`create schema if not exists ${schema}`);
    const options = { ...dataSourceOptions(url), migrations: migrations.filter(({ name }) => known.has(name)) };
    const dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations();
    await dataSource.destroy();
    // Turns off the triggers that refuse writes past the log's append function.
    await client.query('set session_replication_role = replica');
    await client.query(`delete from ${MIGRATIONS}`);
    const written = await writtenColumns(client);
    for (const line of lines)
      if ('table' in line) {
        const columns = Object.keys(line.row).filter((column) => written.has(`${line.table}.${column}`));
        await client.query(
          `insert into ${line.table} (${columns.join(', ')}) overriding system value
           select ${columns.join(', ')} from jsonb_populate_record(null::${line.table}, $1)`,
          [JSON.stringify(line.row)],
        );
      } else await client.query('select setval($1, $2)', [line.sequence, line.value]);
  } finally {
    await client.end();
  }
}

/** All columns except generated ones, as schema.table.column. */
async function writtenColumns(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select concat_ws('.', table_schema, table_name, column_name) as name
     from information_schema.columns where is_generated = 'NEVER'`,
  );
  return new Set(rows.map(({ name }) => name));
}
