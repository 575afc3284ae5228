import pg from 'pg';
import { installAppendFunction } from '../event-store/postgres/install-append.js';
import { createDataSource } from './data-source.js';
import { outliveLoss } from './pool.js';
import { SCHEMAS } from './schemas.js';

/** Any constant will do; this one is "tknest" in hexadecimal, so that `pg_locks` can be read. */
const MIGRATION_LOCK = '0x746b6e657374';

/**
 * Brings the database to the newest shape, and the append function to the newest text. Several instances may start at
 * once: one migrates, the others wait for it.
 * @param only the names of the migrations of an older shape, for what was written in that shape; the append function is
 * left to the next start then
 * @returns the names of the migrations that ran now
 */
export async function migrate(url: string, only?: readonly string[]): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url, application_name: 'tknest migrations', keepAlive: true });
  outliveLoss(guard);
  await guard.connect();
  try {
    // The lock is the session's, so a crash in the middle gives it back.
    await guard.query('select pg_advisory_lock($1::bigint)', [BigInt(MIGRATION_LOCK).toString()]);
    // Before TypeORM connects: the search path is resolved when a connection opens.
    for (const schema of Object.values(SCHEMAS)) await guard.query(`create schema if not exists ${schema}`);
    const dataSource = await createDataSource(url, [], only).initialize();
    try {
      const ran = (await dataSource.runMigrations()).map((migration) => migration.name);
      if (!only) await installAppendFunction(guard);
      return ran;
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await guard.end();
  }
}
