import type { DatabaseOwner } from './database-owner.js';

/** A column of a read model in which an id or a wallet can stand. */
interface Column {
  table: string;
  column: string;
  /** All that can be written, quoted. */
  written: string;
  /** The columns that stand in a unique index, and their types. */
  keys: Record<string, string>;
}

const COLUMNS = `
select c.table_name as "table", c.column_name as "column",
       (select string_agg(quote_ident(w.column_name), ', ') from information_schema.columns w
         where w.table_schema = c.table_schema and w.table_name = c.table_name and w.is_generated = 'NEVER'
           and w.identity_generation is distinct from 'ALWAYS') as written,
       coalesce((select jsonb_object_agg(a.attname, a.atttypid::regtype::text) from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisunique and i.indrelid = format('%I.%I', c.table_schema, c.table_name)::regclass), '{}') as keys
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
 where c.table_schema = 'read_models' and t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'text')
   and c.is_generated = 'NEVER'
 order by 1, c.ordinal_position`;

/** Writes into the read models what the program never wrote, one column of each table at a time, and undoes it. */
export class Planting {
  private tables = new Map<string, Column[]>();

  constructor(private readonly owner: DatabaseOwner) {}

  /** Keeps the rows as they are now. */
  async begin(): Promise<void> {
    await this.owner.query('create schema kept');
    for (const one of await this.owner.query<Column>(COLUMNS)) {
      if (!this.tables.has(one.table))
        await this.owner.query(`create table kept.${one.table} as select ${one.written} from read_models.${one.table}`);
      this.tables.set(one.table, [...(this.tables.get(one.table) ?? []), one]);
    }
  }

  /** Columns in which, as the program runs, the ids of vault items stand. */
  async naming(): Promise<string[]> {
    const found: string[] = [];
    for (const { table, column } of [...this.tables.values()].flat()) {
      const named = `select 1 from read_models.${table} where ${column}::text in (select id::text from platform.vault_items)`;
      if ((await this.owner.query(`${named} limit 1`)).length > 0) found.push(`${table}.${column}`);
    }
    return found;
  }

  /**
   * The columns in rounds, of each table at most one in a round.
   * @param isWanted of which columns
   */
  async rounds(isWanted: (column: Column) => Promise<boolean> | boolean): Promise<Column[][]> {
    const rounds: Column[][] = [];
    for (const columns of this.tables.values()) {
      let round = 0;
      for (const column of columns) if (await isWanted(column)) (rounds[round++] ??= []).push(column);
    }
    return rounds;
  }

  /** Whether ids of anything stand in it, or could by its name. */
  async holdsIds({ table, column }: Column): Promise<boolean> {
    if (/(^|_)(id|item|ref|uuid)$/.test(column)) return true;
    const sql = `select 1 from kept.${table} where ${column}::text ~ '[0-9a-f]{8}-[0-9a-f]{4}-' limit 1`;
    return (await this.owner.query(sql)).length > 0;
  }

  async holds({ table, column }: Column, values: readonly string[]): Promise<boolean> {
    const sql = `select 1 from kept.${table} where ${column}::text = any($1) limit 1`;
    return (await this.owner.query(sql, [values])).length > 0;
  }

  /** Each of the values in the column of a row; if there are too few rows, of copies with other keys. */
  async plant({ table, column, written, keys }: Column, values: readonly string[]): Promise<void> {
    const others: Record<string, string> = { uuid: 'gen_random_uuid()', text: 'gen_random_uuid()' };
    for (const type of ['smallint', 'integer', 'bigint']) others[type] = '1000 + n';
    const fresh = Object.entries(keys).flatMap(([name, type]) => (others[type] ? [`'${name}', ${others[type]}`] : []));
    await this.owner.query(
      `insert into read_models.${table} (${written})
       select ${written} from (select (jsonb_populate_record(null::read_models.${table},
         to_jsonb(one) || jsonb_build_object(${fresh.join(', ')}))).*
         from (select * from kept.${table} order by ctid limit 1) one,
           generate_series(1, $1::int - (select count(*) from kept.${table})) n) copies`,
      [values.length],
    );
    await this.owner.query(
      `update read_models.${table} t set ${column} = ($1::text[])[n]::${await this.typeOf(table, column)}
         from (select ctid as at, row_number() over (order by ctid) as n from read_models.${table}) one
        where t.ctid = one.at and n <= $2`,
      [values, values.length],
    );
  }

  /** Everything of these wallets becomes another's. */
  async handOver({ table, column }: Column, from: readonly string[], to: string): Promise<void> {
    await this.owner.query(`delete from read_models.${table} where ${column} = $1`, [to]);
    for (const wallet of from)
      await this.owner
        .query(`update read_models.${table} set ${column} = $2 where ${column} = $1`, [wallet, to])
        // A key that can stand once only: the first wallet has it.
        .catch((error: { code?: string }) => {
          if (error.code !== '23505') throw error;
        });
  }

  async undo({ table, written }: Column): Promise<void> {
    await this.owner.query(`begin; delete from read_models.${table};
      insert into read_models.${table} (${written}) select ${written} from kept.${table}; commit`);
  }

  /** The values of a column. */
  async all(table: string, column: string): Promise<string[]> {
    const rows = await this.owner.query<{ value: string }>(
      `select distinct ${column}::text as value from read_models.${table} where ${column} is not null`,
    );
    return rows.map(({ value }) => value);
  }

  private async typeOf(table: string, column: string): Promise<string> {
    const sql = `select data_type from information_schema.columns
      where table_schema = 'read_models' and table_name = $1 and column_name = $2`;
    return (await this.owner.query<{ data_type: string }>(sql, [table, column]))[0]!.data_type;
  }
}
