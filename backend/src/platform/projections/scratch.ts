import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { SCHEMAS } from '../database/schemas.js';
import type { Projection } from './projection.js';

const LIVE = SCHEMAS.readModels;
const quoted = pg.escapeIdentifier;

/** A schema name for a purpose and a read model, within PostgreSQL's 63 bytes. */
export const scratchName = (purpose: 'rebuild' | 'verify' | 'replaced', { name }: Projection): string =>
  `${purpose}_${name.replaceAll('-', '_')}`.slice(0, 63);

/**
 * Resolves unqualified names in the scratch schema until the transaction ends. Live tables are not on the search path,
 * so nothing can change them by mistake. Anything lost in a crash of the database is folded again, so commits need not
 * wait for the disk.
 */
export async function useScratch(tx: EntityManager, schema: string): Promise<void> {
  await tx.query(`select set_config('search_path', $1, true), set_config('synchronous_commit', 'off', true)`, [
    `${quoted(schema)}, public`,
  ]);
}

export async function dropSchema(tx: EntityManager, schema: string): Promise<void> {
  await tx.query(`drop schema if exists ${quoted(schema)} cascade`);
}

/**
 * Empty copies of a read model's live tables, with the same columns, constraints and indexes under the same names, so
 * that later migrations work on them. @throws Error if a table has foreign keys, which would bind the copy to the live
 * tables
 */
export async function createScratch(
  tx: EntityManager,
  { name, tables }: Projection,
  schema: string,
  unlogged = false,
): Promise<void> {
  await dropSchema(tx, schema);
  // They belong to the role that owns the live tables, no matter who fills them: an instance may run under the role
  // that owns the whole database.
  await tx.query(
    `select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = '${LIVE}'`,
  );
  await tx.query(`create schema ${quoted(schema)}`);
  for (const table of tables) {
    const live = `${quoted(LIVE)}.${quoted(table)}`;
    const copy = `${quoted(schema)}.${quoted(table)}`;
    await tx.query(`create ${unlogged ? 'unlogged ' : ''}table ${copy} (like ${live} including all excluding indexes)`);
    const constraints: { conname: string; contype: string; definition: string }[] = await tx.query(
      `select conname, contype, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x', 'f') order by contype, conname`,
      [live],
    );
    for (const { conname, contype, definition } of constraints) {
      if (contype === 'f')
        throw new Error(
          `Read model ${name}: table ${table} has the foreign key ${conname}; a read model must stand alone`,
        );
      await tx.query(`alter table ${copy} add constraint ${quoted(conname)} ${definition}`);
    }
    const indexes: { definition: string }[] = await tx.query(
      `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
      [live],
    );
    for (const { definition } of indexes)
      await tx.query(definition.replace(/ ON \S+ USING /, () => ` ON ${copy} USING `));
  }
}

/** Whether every scratch table of a read model is there. */
export async function hasScratch(tx: EntityManager, { tables }: Projection, schema: string): Promise<boolean> {
  for (const table of tables) {
    const [{ found }] = await tx.query('select to_regclass($1) is not null as found', [
      `${quoted(schema)}.${quoted(table)}`,
    ]);
    if (!found) return false;
  }
  return true;
}

/** A digest of the structure of a read model's live tables, which changes with a migration. */
export async function shapeOf(tx: EntityManager, { tables }: Projection): Promise<string> {
  const [{ shape }] = await tx.query(
    `select md5(coalesce(string_agg(line, E'\n' order by line), '')) as shape from (
       select concat_ws(' ', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
         (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum)) as line
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = '${LIVE}'::regnamespace and c.relname = any($1)
       union all
       select concat_ws(' ', c.relname, k.conname, pg_get_constraintdef(k.oid))
       from pg_class c join pg_constraint k on k.conrelid = c.oid
       where c.relnamespace = '${LIVE}'::regnamespace and c.relname = any($1)
       union all
       select indexdef from pg_indexes where schemaname = '${LIVE}' and tablename = any($1)) lines`,
    [tables],
  );
  return shape;
}

/** Makes the scratch tables the live ones, for everybody at the commit, which also drops the old ones. */
export async function swapIn(tx: EntityManager, projection: Projection, schema: string): Promise<void> {
  const replaced = scratchName('replaced', projection);
  await dropSchema(tx, replaced);
  await tx.query(`create schema ${quoted(replaced)}`);
  for (const table of projection.tables)
    await tx.query(`alter table ${quoted(LIVE)}.${quoted(table)} set schema ${quoted(replaced)}`);
  for (const table of projection.tables)
    await tx.query(`alter table ${quoted(schema)}.${quoted(table)} set schema ${quoted(LIVE)}`);
  await dropSchema(tx, replaced);
  await dropSchema(tx, schema);
}

export async function analyze(tx: EntityManager, { tables }: Projection, schema: string): Promise<void> {
  for (const table of tables) await tx.query(`analyze ${quoted(schema)}.${quoted(table)}`);
}
