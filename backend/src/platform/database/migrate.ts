import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installAppendFunction } from './install-append.js';
import { createDataSource, migrationNames } from './data-source.js';
import { applicationOf, grantApplication, mustHaveNoFunctions } from './grants.js';
import { outliveLoss } from './pool.js';
import { OWN_NAMES_ONLY, SCHEMAS } from './schemas.js';

/** Any constant works; this one is "tknest" in hexadecimal, to recognize it in `pg_locks`. */
const MIGRATION_LOCK = '0x746b6e657374';

/** The longest time for which others wait behind a migration that waits for a lock. */
const LOCK_WAIT_MS = 1_000;
const LOCK_PAUSE_MS = 500;
/** How long a migration waits for a lock in total; then the start fails and names the lock. */
const LOCK_PATIENCE_MS = 5 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** The database does not have this program's schema yet, and the current role may not migrate it. */
export class NotMigrated extends Error {
  constructor(missing: readonly string[]) {
    super(
      `The database lacks ${missing.length} of this program's migrations, and the role of DATABASE_URL may not run ` +
        'them. Run `npm run migrate` with MIGRATE_URL, or start once with it.',
    );
    this.name = 'NotMigrated';
  }
}

/**
 * Migrates the database to the newest schema, updates the append function, and grants the application its rights.
 * Several instances may start at the same time: one migrates, the others wait for it. A role that does not own the log
 * changes nothing, nor does a program older than the last one used.
 * @param url of the role that owns, or may create, the schemas
 * @param only the names of an older schema's migrations, to load data in that schema; the append function is then left
 * to the next start
 * @param application the program's role, if it is a different one
 * @returns the names of the migrations that ran now
 * @throws NotMigrated if the role may not run the remaining migrations; ForeignFunctions
 */
export async function migrate(
  url: string,
  { only, application }: { only?: readonly string[]; application?: string | undefined } = {},
): Promise<string[]> {
  const name = 'tknest migrations';
  const guard = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    options: OWN_NAMES_ONLY,
  });
  outliveLoss(guard);
  await guard.connect();
  try {
    // The lock belongs to the session, so a crash releases it.
    await guard.query('select pg_advisory_lock($1::bigint)', [BigInt(MIGRATION_LOCK).toString()]);
    const [ran, known] = [await ranOn(guard), migrationNames()];
    const missing = (only ?? known).filter((name) => !ran.includes(name));
    if (!(await mayShape(guard))) {
      if (missing.length > 0) throw new NotMigrated(missing);
      return [];
    }
    if (ran.some((name) => !known.includes(name))) return [];
    await mustHaveNoFunctions(guard);
    // Before TypeORM connects: the search path is resolved when a connection opens.
    for (const schema of Object.values(SCHEMAS)) await guard.query(`create schema if not exists ${schema}`);
    const grant = async () => {
      const role = application ?? (await applicationOf(guard));
      if (role) await grantApplication(guard, role);
    };
    try {
      await runMigrations(url, only);
    } catch (error) {
      // Migrations may have recreated tables that running instances must be able to use.
      await grant().catch(() => undefined);
      throw error;
    }
    if (only) return missing;
    await installAppendFunction(guard);
    await grant();
    return missing;
  } finally {
    await guard.end();
  }
}

/**
 * Runs each migration in its own transaction, which waits only briefly for a lock, because all later users of the table
 * wait behind it. If it cannot get the lock, it lets all others go first and tries again.
 */
async function runMigrations(url: string, only?: readonly string[]): Promise<void> {
  for (const until = Date.now() + LOCK_PATIENCE_MS; ; await sleep(LOCK_PAUSE_MS)) {
    const dataSource = await createDataSource(url, [], only, { lockTimeoutMs: LOCK_WAIT_MS }).initialize();
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > until) throw error;
    } finally {
      await dataSource.destroy();
    }
  }
}

/** All migrations that the database has had, from any version of the program. */
async function ranOn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${SCHEMAS.platform}.migrations') is not null as is_made`);
  if (!rows[0].is_made) return [];
  return (await client.query(`select name from ${SCHEMAS.platform}.migrations`)).rows.map(({ name }) => name as string);
}

/** Whether this role owns the log, or the log does not exist yet. */
async function mayShape(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = '${SCHEMAS.log}'), true) as may`,
  );
  return rows[0].may;
}
