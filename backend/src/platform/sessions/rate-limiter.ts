import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { firstRow } from '../database/first-row.js';
import { POOL } from '../database/pool.js';
import { Refused } from '../domain/refused.js';

export interface Limit {
  name: string;
  max: number;
  windowMs: number;
  /** Holds even where RATE_LIMITS=off lifts the others. */
  always?: boolean;
}

/** Fixed windows counted in PostgreSQL, so that all instances share them. */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts one try. The clocks of two instances differ, so a count that another one has begun for the window after this
   * one goes on: otherwise each would begin anew after the other, and between two windows nobody would be limited.
   * @returns takes this try back, if it is not to count
   * @throws Refused (429) with the seconds to wait
   */
  async take(limit: Limit, who: string): Promise<() => Promise<void>> {
    if (!this.config.rateLimits && !limit.always) return async () => undefined;
    const key = `${limit.name}/${who}`;
    const now = this.clock.now().getTime();
    const end = (Math.floor(now / limit.windowMs) + 1) * limit.windowMs;
    const { rows } = await this.pool.query<{ count: number; ends: Date }>(
      `insert into platform.rate_limits as l (key, window_end, count) values ($1, $2, 1)
       on conflict (key) do update set
         count = case when l.window_end in (excluded.window_end, $3) then l.count + 1 else 1 end,
         window_end = case when l.window_end = $3 then $3 else excluded.window_end end
       returning count, window_end as ends`,
      [key, new Date(end), new Date(end + limit.windowMs)],
    );
    const { count, ends } = firstRow(rows);
    if (count <= limit.max) return () => this.giveBack(key, ends);
    const seconds = Math.ceil((ends.getTime() - now) / 1000);
    throw new Refused('too-many', `Too many attempts. Please wait ${seconds} seconds.`, { retryAfterSeconds: seconds });
  }

  /** Only in the window in which it was counted: in the next one it would make room for one try too many. */
  private async giveBack(key: string, ends: Date): Promise<void> {
    await this.pool.query(
      'update platform.rate_limits set count = count - 1 where key = $1 and window_end = $2 and count > 0',
      [key, ends],
    );
  }
}
