import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
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

  /** Takes a try back that is not to count. */
  async giveBack(limit: Limit, who: string): Promise<void> {
    await this.pool.query('update platform.rate_limits set count = count - 1 where key = $1 and count > 0', [
      `${limit.name}/${who}`,
    ]);
  }

  /** Counts one try. @throws Refused (429) with the seconds to wait */
  async take(limit: Limit, who: string): Promise<void> {
    if (!this.config.rateLimits && !limit.always) return;
    const now = this.clock.now().getTime();
    const end = (Math.floor(now / limit.windowMs) + 1) * limit.windowMs;
    const { rows } = await this.pool.query<{ count: number }>(
      `insert into platform.rate_limits (key, window_end, count) values ($1, $2, 1)
       on conflict (key) do update set count = case when rate_limits.window_end = excluded.window_end then rate_limits.count + 1 else 1 end, window_end = excluded.window_end
       returning count`,
      [`${limit.name}/${who}`, new Date(end)],
    );
    if (rows[0]!.count <= limit.max) return;
    const seconds = Math.ceil((end - now) / 1000);
    throw new Refused('too-many', `Too many attempts. Please wait ${seconds} seconds.`, { retryAfterSeconds: seconds });
  }
}
