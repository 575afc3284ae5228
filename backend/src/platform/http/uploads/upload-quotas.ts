import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../clock/clock.js';
import { CONFIG, type Config } from '../../config/config.js';
import { inTransaction, POOL } from '../../database/pool.js';
import { countUpTo, windowEnd } from '../../database/window-count.js';
import { Refused } from '../../domain/refused.js';
import { VaultService } from '../../vault/vault.service.js';
import { networkOf } from '../network-of.js';

const DAY_MS = 24 * 3_600_000;
const KILOBYTE = 1024;
const FROM_HERE = 'Too much was uploaded from your network today';
const IN_ALL = 'The platform accepts no more uploads today';

/**
 * Daily quotas (UTC) of uploads, per network and in total: wallets are free, so a limit per wallet alone would be
 * useless. Counted in PostgreSQL for all instances; only a keyed digest of an address is stored.
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
    await inTransaction(this.pool, async (client) => {
      for (const { key, by, max, told } of counts)
        if (!(await countUpTo(client, max, { key, windowMs: DAY_MS, by, now }))) throw full(told, now);
    });
  }
}

function full(told: string, now: number): Refused {
  const end = windowEnd(now, DAY_MS);
  const at = new Date(end).toISOString();
  return new Refused('too-many', `${told}. Nothing was kept. Please try again after ${at}.`, {
    retryAfterSeconds: Math.ceil((end - now) / 1000),
  });
}
