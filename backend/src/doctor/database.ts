import pg from 'pg';
import type { Config } from '#platform/config/config.js';
import { firstRow } from '#platform/database/first-row.js';
import { ANSWER_MS, ok, warning, reasonOf, failure, type Finding } from './finding.js';

/** PostgreSQL 14, the oldest version that is tested and still gets updates. */
const OLDEST = 140_000;
const CLOCK_MAX_MS = 2_000;
/** Connections of an instance besides its two pools: docs/operations.md, "Connections to the database". */
const BESIDE_POOLS = 7;
const FACTS = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as read_only,
  has_database_privilege(current_database(), 'CREATE') as may_create,
  (select rolsuper from pg_roles where rolname = current_user) as superuser,
  current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
  extract(epoch from clock_timestamp()) * 1000 as now`;

/** The relevant properties of a database. */
export interface Facts {
  version: number;
  encoding: string;
  standby: boolean;
  read_only: boolean;
  may_create: boolean;
  superuser: boolean;
  fsync: string;
  synchronous: string;
  connections: number;
  now: string;
}

/** Checks that the database can store the log and the read models. */
export async function databaseFindings({
  databaseUrl,
  migrateUrl,
  databaseConnections,
}: Pick<Config, 'databaseUrl' | 'migrateUrl' | 'databaseConnections'>): Promise<Finding[]> {
  const found = await lookInto(migrateUrl ?? databaseUrl, async (client) => {
    const { rows } = await client.query<Facts>(FACTS);
    return judged(firstRow(rows), databaseConnections + BESIDE_POOLS);
  });
  if (!migrateUrl) return found;
  const { username } = new URL(migrateUrl);
  return [...found, ...(await lookInto(databaseUrl, (client) => roleFindings(client, decodeURIComponent(username))))];
}

/** Checks that there are two roles, and that the owner may grant the application its rights. */
async function roleFindings(client: pg.Client, owner: string): Promise<Finding[]> {
  const { rows } = await client.query<{ own: string; may_act: boolean; is_owner: boolean }>(
    `select current_user as own, pg_has_role($1::name, current_user, 'member') as may_act,
       pg_has_role(current_user, $1::name, 'member') as is_owner`,
    [owner],
  );
  const { own, may_act: mayAct, is_owner: isOwner } = firstRow(rows);
  if (isOwner)
    return [
      warning(
        'Database',
        `the role of DATABASE_URL, ${own}, is a member of the role that owns the log, so it could change the log`,
      ),
    ];
  if (!mayAct)
    return [
      failure('Database', `the role of MIGRATE_URL cannot grant ${own} its rights: run “grant ${own} to ${owner}”`),
    ];
  return [];
}

async function lookInto(url: string, look: (client: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  // A broken connection rejects the pending call.
  client.on('error', () => {});
  try {
    await client.connect();
    return await look(client);
  } catch (error) {
    return [failure('Database', `cannot be used: ${reasonOf(error)}`)];
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Problems of a database with these properties.
 * @param needed connections of one instance
 * @param now milliseconds since 1970
 */
export function judged(facts: Facts, needed: number, now = Date.now()): Finding[] {
  const version = `PostgreSQL ${Math.floor(facts.version / 10_000)}`;
  const found: Finding[] = [];
  if (facts.version < OLDEST) found.push(failure('Database', `${version} is too old: use 14 or newer`));
  if (facts.encoding !== 'UTF8')
    found.push(failure('Database', `its encoding is ${facts.encoding}: create a database with encoding UTF8`));
  if (facts.standby || facts.read_only)
    found.push(failure('Database', 'it is read-only: name the primary server in DATABASE_URL'));
  if (!facts.may_create)
    found.push(failure('Database', 'its user may not create schemas: grant create on the database to it'));
  if (facts.fsync !== 'on' || facts.synchronous === 'off')
    found.push(failure('Database', 'fsync or synchronous_commit is off: a power cut would lose what was confirmed'));
  if (facts.connections < needed)
    found.push(
      failure(
        'Database',
        `it allows ${facts.connections} connections, and one instance takes up to ${needed}: raise max_connections or lower DATABASE_CONNECTIONS`,
      ),
    );
  if (Math.abs(Number(facts.now) - now) > CLOCK_MAX_MS)
    found.push(failure('Database', 'its clock differs from this machine’s by more than 2 seconds: set both by NTP'));
  if (facts.superuser)
    found.push(warning('Database', 'its user is a superuser: a role that owns this one database is enough'));
  return found.some(({ level }) => level === 'failure') ? found : [ok('Database', version), ...found];
}
