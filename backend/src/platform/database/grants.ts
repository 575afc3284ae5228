import pg from 'pg';
import { SCHEMAS } from './schemas.js';

/** The program's role, if it does not own the log; it owns the read models. */
export async function applicationOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ role: string }>(
    `select pg_get_userbyid(m.nspowner) as role from pg_namespace m, pg_namespace l
     where m.nspname = '${SCHEMAS.readModels}' and l.nspname = '${SCHEMAS.log}' and m.nspowner <> l.nspowner`,
  );
  return rows[0]?.role ?? null;
}

/** The owner of the log would run code written by the application's role. */
export class ForeignFunctions extends Error {
  constructor(role: string, found: readonly string[]) {
    super(
      `These functions belong to ${role}, and the program makes none: ${found.join(', ')}. The owner of the log could ` +
        'be made to run them with its own rights. Find out who made them, drop them, and start again.',
    );
    this.name = 'ForeignFunctions';
  }
}

/**
 * The application owns tables and may create schemas, so it could make the owner run its functions: as a trigger, as a
 * policy, or by a name that is resolved before the intended one. So it must not own any function.
 * @throws ForeignFunctions if another role than the application checks, and the application owns functions
 */
export async function mustHaveNoFunctions(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows } = await client.query<{ role: string; found: string }>(
    `select pg_catalog.pg_get_userbyid(p.proowner) as role, p.oid::pg_catalog.regprocedure::pg_catalog.text as found
     from pg_catalog.pg_proc p join pg_catalog.pg_namespace m on m.nspowner operator(pg_catalog.=) p.proowner
       join pg_catalog.pg_namespace l on l.nspowner operator(pg_catalog.<>) m.nspowner
     where m.nspname operator(pg_catalog.=) '${SCHEMAS.readModels}'::pg_catalog.name
       and l.nspname operator(pg_catalog.=) '${SCHEMAS.log}'::pg_catalog.name
       and pg_catalog.pg_get_userbyid(p.proowner) operator(pg_catalog.<>) current_user`,
  );
  if (rows[0])
    throw new ForeignFunctions(
      rows[0].role,
      rows.map(({ found }) => found),
    );
}

/**
 * Grants the application exactly what it needs: read the log and append to it only through its function, write the
 * platform's tables, and own the read models, which it rebuilds by creating them again. Repeated at every start of a
 * migrator, because upgrades create tables and functions; tables in use are only altered if their owner changed.
 * @throws Error of PostgreSQL if the role does not exist, or its owner may not act for it
 */
export async function grantApplication(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ is_own: boolean }>(
    `select nspowner = $1::regrole as is_own from pg_namespace where nspname = '${SCHEMAS.log}'`,
    [pg.escapeIdentifier(role)],
  );
  if (rows[0]?.is_own) return;
  await client.query('begin');
  try {
    for (const statement of rightsOf(pg.escapeIdentifier(role))) await client.query(statement);
    await client.query(handOver(pg.escapeLiteral(role)));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** @param role quoted */
const rightsOf = (role: string): string[] => [
  `grant usage on schema ${SCHEMAS.log}, ${SCHEMAS.platform}, log_index to ${role}`,
  `grant select on all tables in schema ${SCHEMAS.log} to ${role}`,
  `grant execute on function ${SCHEMAS.log}.append to ${role}`,
  `grant select, insert, update, delete on all tables in schema ${SCHEMAS.platform}, log_index to ${role}`,
  `revoke insert, update, delete on ${SCHEMAS.platform}.migrations from ${role}`,
  `grant usage, select on all sequences in schema ${SCHEMAS.platform} to ${role}`,
];

/**
 * The read models, including unfinished rebuilds; and the tables of wrapped keys, because only an owner may vacuum
 * them, and an erased key must not stay in the file.
 * @param role quoted as a text
 */
const handOver = (role: string): string => `do $$ declare
    application constant oid := (select oid from pg_roles where rolname = ${role});
    found record;
  begin
    -- A rebuild fills tables in a schema of its own.
    execute format('grant create on database %I to %I', current_database(), ${role});
    -- Whoever is given a table must be able to make one there, until it is theirs.
    execute format('grant create on schema ${SCHEMAS.platform} to %I', ${role});
    for found in select nspname from pg_namespace
      where (nspname = '${SCHEMAS.readModels}' or nspname ~ '^(rebuild|verify|replaced)_') and nspowner <> application
    loop execute format('alter schema %I owner to %I', found.nspname, ${role}); end loop;
    for found in select n.nspname, c.relname, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relowner <> application and c.relkind in ('r', 'p', 'v', 'S')
        -- A sequence that belongs to a column goes with its table.
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
        and (n.nspname = '${SCHEMAS.readModels}' or n.nspname ~ '^(rebuild|verify|replaced)_'
          or (n.nspname = '${SCHEMAS.platform}' and c.relname in ('vault_keys', 'wrapped_keys')))
    loop execute format('alter %s %I.%I owner to %I', found.kind, found.nspname, found.relname, ${role}); end loop;
    execute format('revoke create on schema ${SCHEMAS.platform} from %I', ${role});
  end $$`;
