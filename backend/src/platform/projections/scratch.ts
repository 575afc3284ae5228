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
 * Resolves unqualified names in the scratch schema until the transaction ends. Live tables are out of sight: nothing
 * can reach them by mistake.
 */
export async function useScratch(tx: EntityManager, schema: string): Promise<void> {
  await tx.query(`select set_config('search_path', $1, true)`, [`${quoted(schema)}, public`]);
}

export async function dropSchema(tx: EntityManager, schema: string): Promise<void> {
  await tx.query(`drop schema if exists ${quoted(schema)} cascade`);
}

/**
 * Empty copies of a read model's live tables, with the same columns, constraints and indexes under the same names, so
 * that a later migration finds what it knows. @throws Error where a table has foreign keys: they would bind the copy to
 * the live tables
 */
export async function createScratch(
  tx: EntityManager,
  { name, tables }: Projection,
  schema: string,
  unlogged = false,
): Promise<void> {
  await dropSchema(tx, schema);
  // Theirs who own the live tables, whoever fills them: an instance may work under the owner of the whole database.
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

/**
 * The scratch tables become the live ones, at once for everybody; the old ones are gone when the transaction commits.
 */
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
