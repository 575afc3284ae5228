import { randomUUID } from 'node:crypto';
import { createPool } from '../../../src/platform/database/pool.js';
import {
  openEventStoreDb,
  type EventStoreDbLog,
  type EventStoreDbOptions,
} from '../../../src/platform/event-store/eventstoredb/event-store-db-log.js';
import { freshDatabase, type TestDatabase } from '../database.js';

/** A log on a server, and the instances that write to it; each has connections of its own. */
export class FreshLog {
  readonly stream = `tknest-${randomUUID()}`;
  private readonly opened: EventStoreDbLog[] = [];

  private constructor(
    readonly url: string,
    readonly db: TestDatabase,
  ) {}

  static async on(url: string): Promise<FreshLog> {
    return new FreshLog(url, await freshDatabase());
  }

  /** One more instance of the program, on this database or on one of its own. */
  async open(options?: EventStoreDbOptions & { database?: string; url?: string }): Promise<EventStoreDbLog> {
    const pool = createPool(options?.database ?? this.db.url, 4);
    const settings = { url: options?.url ?? this.url, stream: this.stream };
    try {
      const log = await openEventStoreDb(pool, settings, { callMs: 2_000, ...options });
      this.opened.push(log);
      return log;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((log) => log.close()));
    await Promise.all(this.opened.map((log) => log.pool.end()));
    await this.db.drop();
  }
}
