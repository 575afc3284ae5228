import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { POOL } from '../database/pool.js';
import { countInWindow } from '../database/window-count.js';
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
   * Counts one try. @returns takes this try back, if it is not to count
   * @throws Refused (429) with the seconds to wait
   */
  async take(limit: Limit, who: string): Promise<() => Promise<void>> {
    if (!this.config.rateLimits && !limit.always) return async () => undefined;
    const key = `${limit.name}/${who}`;
    const now = this.clock.now().getTime();
    const { count, ends } = await countInWindow(this.pool, { key, windowMs: limit.windowMs, by: 1, now });
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
