import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installAppendFunction } from './install-append.js';
import { createDataSource, migrationNames } from './data-source.js';
import { applicationOf, grantApplication, mustHaveNoFunctions } from './grants.js';
import { outliveLoss } from './pool.js';
import { OWN_NAMES_ONLY, SCHEMAS } from './schemas.js';

/** Any constant will do; this one is "tknest" in hexadecimal, so that `pg_locks` can be read. */
const MIGRATION_LOCK = '0x746b6e657374';

/** The longest time that others wait behind a migration that waits for a lock. */
const LOCK_WAIT_MS = 1_000;
const LOCK_PAUSE_MS = 500;
/** How long a migration waits for a lock in all; then the start fails and names the lock. */
const LOCK_PATIENCE_MS = 5 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** The database is not of this program's shape yet, and the role that asks may not change that. */
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
 * Brings the database to the newest shape, the append function to the newest text, and the application's rights with
 * them. Several instances may start at once: one migrates, the others wait for it. Nothing is touched by a role that
 * does not own the log, nor by a program that is older than what was here last.
 * @param url of the role that owns, or may make, the schemas
 * @param only the names of the migrations of an older shape, for what was written in that shape; the append function is
 * left to the next start then
 * @param application the role that the program works under, where it is another
 * @returns the names of the migrations that ran now
 * @throws NotMigrated if the role may not do what is left to do; ForeignFunctions
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
    // The lock is the session's, so a crash in the middle gives it back.
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
      // Migrations may have created tables again, which running instances have to use.
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
 * Runs each migration in its own transaction, which waits only briefly for a lock, because everybody who wants the
 * table afterwards waits behind it. If the lock cannot be had, everybody else goes first, and it tries again.
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

/** The migrations that the database has had, of whatever program. */
async function ranOn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${SCHEMAS.platform}.migrations') is not null as is_made`);
  if (!rows[0].is_made) return [];
  return (await client.query(`select name from ${SCHEMAS.platform}.migrations`)).rows.map(({ name }) => name as string);
}

/** Whether the log is this role's, or is still to be made. */
async function mayShape(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = '${SCHEMAS.log}'), true) as may`,
  );
  return rows[0].may;
}
