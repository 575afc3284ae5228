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
  /** Applies even with RATE_LIMITS=off. */
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
   * Counts one attempt. @returns a function that reverts this count
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

  /** Only in the window in which it was counted; in the next one it would allow one attempt too many. */
  private async giveBack(key: string, ends: Date): Promise<void> {
    await this.pool.query(
      'update platform.rate_limits set count = count - 1 where key = $1 and window_end = $2 and count > 0',
      [key, ends],
    );
  }
}
