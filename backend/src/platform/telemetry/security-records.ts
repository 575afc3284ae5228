import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { POOL } from '../database/pool.js';
import { followSecurityEvents, type SecurityRecord } from './security-log.js';

const MINUTE_MS = 60_000;
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS;
const WRITE_EVERY_MS = 2_000;
const FORGET_EVERY_MS = 60 * MINUTE_MS;
/** The maximum number of distinct waiting lines. More means a flood: further ones share one line per event. */
const WAITING_MAX = 5_000;

/**
 * Writes security events with their source address to `platform.security_log`, and nowhere else. One line a minute for
 * each event, address, call and session, with a count; deleted after 30 days.
 */
@Injectable()
export class SecurityRecords implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Security');
  private waiting = new Map<string, { values: readonly unknown[]; count: number }>();
  private unfollow = () => undefined as void;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.unfollow = followSecurityEvents((record) => this.take(record));
  }

  /** The owner of the pool awaits this before it closes the pool; a second call has nothing to write. */
  async onApplicationShutdown(): Promise<void> {
    this.unfollow();
    await this.write();
  }

  private take({ event, address, method, call, session }: SecurityRecord): void {
    const minute = new Date(Math.floor(this.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
    const isFull = this.waiting.size >= WAITING_MAX;
    const values = isFull ? [minute, event, 'many', '', '', ''] : [minute, event, address, method, call, session];
    const key = JSON.stringify(values);
    const before = this.waiting.get(key);
    this.waiting.set(key, { values, count: (before?.count ?? 0) + 1 });
  }

  /**
   * Writes the waiting lines. If the database is unavailable they are lost here; the log keeps them without their
   * address.
   */
  @Interval(WRITE_EVERY_MS)
  async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const lines = [...this.waiting.values()];
    this.waiting = new Map();
    const columns = [0, 1, 2, 3, 4, 5].map((column) => lines.map(({ values }) => values[column]));
    await this.pool
      .query(
        `insert into platform.security_log as l (minute, event, address, method, call, session, count)
           select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
         on conflict (minute, event, address, method, call, session) do update set count = l.count + excluded.count`,
        [...columns, lines.map(({ count }) => count)],
      )
      .catch((error: unknown) => this.log.warn({ err: error }, 'Security events could not be written to their table'));
  }

  /** Source addresses of these sessions by handle, for those still kept. */
  async placesOf(handles: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ session: string; address: string }>(
      "select distinct session, address from platform.security_log where event = 'sign-in' and session = any($1)",
      [handles],
    );
    return new Map(rows.map(({ session, address }) => [session, address]));
  }

  @Interval(FORGET_EVERY_MS)
  async forget(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.pool
      .query('delete from platform.security_log where minute < $1', [before])
      .catch((error: unknown) => this.log.warn({ err: error }, 'Old security events could not be deleted'));
  }
}
