import { createHash } from 'node:crypto';
import type pg from 'pg';
import { APPEND_FUNCTION } from './append.sql.js';

/** The function's comment contains the digest of its source. */
const APPEND_MARK = `sha256 ${createHash('sha256').update(APPEND_FUNCTION).digest('hex')}`;

const INSTALLED = `select obj_description(oid, 'pg_proc') as mark from pg_proc
  where pronamespace = 'eventstore'::regnamespace and proname = 'append'`;

/**
 * Replaces the append function by this program's, in one transaction: appends of a running instance wait, or finish
 * with the old one. The function is not a table: it has no migrations, only its newest text. A function with other
 * parameters is replaced too. Rights to execute it are kept.
 * @returns whether it was different before
 */
export async function installAppendFunction(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(INSTALLED);
  if (rows.length === 1 && rows[0]?.mark === APPEND_MARK) return false;
  await client.query('begin');
  try {
    const callers = await callersOf(client);
    await client.query(`do $$ declare old regprocedure; begin
      for old in select oid::regprocedure from pg_proc where pronamespace = 'eventstore'::regnamespace and proname = 'append'
      loop execute 'drop function ' || old; end loop; end $$`);
    await client.query(APPEND_FUNCTION);
    await client.query('revoke execute on function eventstore.append from public');
    for (const role of callers) await client.query(`grant execute on function eventstore.append to ${role}`);
    await client.query(`comment on function eventstore.append is '${APPEND_MARK}'`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return true;
}

/** The roles that were explicitly granted the function, quoted. */
async function callersOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct quote_ident(r.rolname) as role from pg_proc p, aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
     where p.pronamespace = 'eventstore'::regnamespace and p.proname = 'append' and a.privilege_type = 'EXECUTE'`,
  );
  return rows.map(({ role }) => role);
}
