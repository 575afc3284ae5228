import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createPool } from '#platform/database/pool.js';
import {
  openEventStoreDb,
  type EventStoreDbLog,
  type EventStoreDbOptions,
} from '#platform/event-store/eventstoredb/event-store-db-log.js';
import { LogRows } from '#platform/event-store/postgres/log-rows.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
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

/** Compares index and log event by event. @returns the head of both @throws if one is incomplete or they differ */
export async function indexEqualsLog(log: EventStoreDbLog): Promise<{ verified: number; hash: string }> {
  await log.head();
  const [there, here] = [await verifyChain(log), await verifyChain(new LogRows(log.pool, 'log_index'))];
  expect(there.broken).toBeNull();
  expect(here).toEqual(there);
  const { rows } = await log.pool.query(
    `select (select count(*) from log_index.commands)::int as kept,
      (select count(distinct metadata::json->>'commandId') from log_index.events)::int as made`,
  );
  expect(rows[0].kept).toBe(rows[0].made);
  return there;
}
