import { migrate } from './migrate.js';

/** The URL for tools that change tables: it connects as the role that owns them. */
export const ownerUrlOf = ({ MIGRATE_URL, DATABASE_URL }: NodeJS.ProcessEnv): string =>
  MIGRATE_URL || DATABASE_URL || '';

/**
 * Migrates as the role that owns the tables and grants rights to the application's role; without `migrateUrl` both are
 * the same role.
 * @throws NotMigrated
 */
export async function prepareDatabase({
  databaseUrl,
  migrateUrl,
}: {
  databaseUrl: string;
  migrateUrl: string | null;
}): Promise<string[]> {
  if (!migrateUrl) return migrate(databaseUrl);
  return migrate(migrateUrl, { application: decodeURIComponent(new URL(databaseUrl).username) || undefined });
}
