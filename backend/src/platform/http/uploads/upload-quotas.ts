import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { CLOCK, type Clock } from '../../clock/clock.js';
import { CONFIG, type Config } from '../../config/config.js';
import { inTransaction, POOL } from '../../database/pool.js';
import { Refused } from '../../domain/refused.js';
import { VaultService } from '../../vault/vault.service.js';
import { networkOf } from '../network-of.js';

const DAY_MS = 24 * 3_600_000;
const KILOBYTE = 1024;
const FROM_HERE = 'Too much was uploaded from your network today';
const IN_ALL = 'The platform takes no more uploads today';

/**
 * Daily quotas (UTC) of uploads, for one network and for all together: wallets are free, so a limit per wallet alone
 * limits nobody. Counted in PostgreSQL for all instances; of an address, only a keyed digest is kept.
 */
@Injectable()
export class UploadQuotas {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimits' | 'uploadQuotas'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly vault: VaultService,
  ) {}

  /** Counts one upload, or nothing if it is refused. @throws Refused (429) with the seconds to wait */
  async take(address: string, bytes: number): Promise<void> {
    if (!this.config.rateLimits) return;
    const { network, total } = this.config.uploadQuotas;
    const from = this.vault.blindIndex('network', networkOf(address));
    const kilobytes = Math.ceil(bytes / KILOBYTE);
    const counts = [
      { key: `uploads/network/${from}`, by: 1, max: network.count, told: FROM_HERE },
      { key: `uploads/network-kb/${from}`, by: kilobytes, max: network.megabytes * KILOBYTE, told: FROM_HERE },
      { key: 'uploads/total', by: 1, max: total.count, told: IN_ALL },
      { key: 'uploads/total-kb', by: kilobytes, max: total.megabytes * KILOBYTE, told: IN_ALL },
    ];
    const now = this.clock.now().getTime();
    const end = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    await inTransaction(this.pool, async (client) => {
      for (const { key, by, max, told } of counts)
        if (!(await counted(client, [key, new Date(end), by, max, new Date(end + DAY_MS)]))) throw full(told, end, now);
    });
  }
}

/** A count that an instance whose clock is ahead has begun for the next day goes on, as in `RateLimiter`. */
async function counted(client: PoolClient, values: [key: string, end: Date, by: number, max: number, nextEnd: Date]) {
  const { rowCount } = await client.query(
    `insert into platform.rate_limits as l (key, window_end, count) select $1, $2, $3::int where $3::int <= $4::int
     on conflict (key) do update set
       window_end = case when l.window_end = $5 then $5 else excluded.window_end end,
       count = case when l.window_end in (excluded.window_end, $5) then l.count else 0 end + excluded.count
     where l.window_end not in (excluded.window_end, $5) or l.count + excluded.count <= $4::int`,
    values,
  );
  return rowCount === 1;
}

function full(told: string, end: number, now: number): Refused {
  const at = new Date(end).toISOString();
  return new Refused('too-many', `${told}. Nothing was kept. Please try again after ${at}.`, {
    retryAfterSeconds: Math.ceil((end - now) / 1000),
  });
}
