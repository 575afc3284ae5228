import { ensureApplication, freshDatabase, type TestDatabase } from '../../backend/test/support/database.js';

/**
 * A database of a program's own on the PostgreSQL of the whole run: a copy of a migrated template takes a thirtieth of
 * a second, a cluster and its migrations take seconds.
 */
export class RunDatabase {
  private database: TestDatabase | null = null;

  /** The settings that name it, under its owner and under the application. */
  async settings(): Promise<Record<string, string>> {
    this.database ??= await freshDatabase();
    const { url } = this.database;
    return { MIGRATE_URL: url, DATABASE_URL: await ensureApplication(url) };
  }

  async drop(): Promise<void> {
    await this.database?.drop();
    this.database = null;
  }
}
