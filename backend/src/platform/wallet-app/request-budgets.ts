import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { POOL } from '../database/pool.js';
import { Refused } from '../domain/refused.js';
import { QUESTIONS_PER_MINUTE, type QuestionOf, type SharedQuestions } from './wallet-questions.js';

const MINUTE_MS = 60_000;
/** The count of the previous minute, which slides out of the window during minute $2. */
const LAST_MINUTE =
  'coalesce((select l.count from platform.request_budgets l where l.key = $1 and l.minute = $2::bigint - 1), 0)';
/**
 * The share of the wallet app's requests per minute that is available to people who move no money. The rest is reserved
 * for payments. `known`: a verified wallet, or a device on which one signed in; `office`: the same for wallets named in
 * the settings. A wallet alone makes nobody known, because wallets are free.
 */
const SHARES = { strangers: 0.2, known: 0.2, office: 0.1 } as const;
export type Asker = keyof typeof SHARES;

/**
 * Budgets for new requests to the wallet app, which accepts 30 a minute from one application (docs.xaman.dev, "Rate
 * limits"), and for queries about them. Counted in PostgreSQL, so that all instances share them.
 */
@Injectable()
export class RequestBudgets implements SharedQuestions {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimits' | 'walletRequestsPerMinute'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts one request of somebody who moves no money. Until half of a budget is used, nobody is limited. After that,
   * those with the most requests are limited first, so that many people behind one address do not lock each other out.
   * @param by the device, wallet and network that ask; each of them is limited
   * @throws Refused (429) with the seconds to wait
   */
  async take(asker: Asker, ...by: readonly string[]): Promise<void> {
    if (!this.config.rateLimits) return;
    const budget = Math.max(1, Math.floor(this.config.walletRequestsPerMinute * SHARES[asker]));
    const now = this.clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const elapsed = (now % MINUTE_MS) / MINUTE_MS;
    const own = by.map((one) => `${asker}/${one}`);
    const { rows } = await this.pool.query<{ key: string; minute: string; count: number }>(
      'select key, minute, count from platform.request_budgets where key = any($1) and minute >= $2',
      [[asker, ...own], minute - 1],
    );
    // A sliding minute: counts the part of the previous minute that still falls into the window.
    const usedBy = (key: string) =>
      rows
        .filter((row) => row.key === key)
        .reduce((sum, row) => sum + row.count * (Number(row.minute) === minute ? 1 : 1 - elapsed), 0);
    const all = usedBy(asker);
    const left = budget - all;
    const mayAsk = left >= 1 && (all < budget / 2 || own.every((key) => usedBy(key) < left));
    const counted = mayAsk && (await this.count(asker, own, minute, budget));
    if (counted) return;
    const seconds = Math.ceil((1 - elapsed) * 60);
    throw new Refused('too-many', `Many people are signing in right now. Please try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** Counts one query about a request toward the shared budget of all instances. */
  async takeQuestion(of: QuestionOf): Promise<boolean> {
    if (!this.config.rateLimits) return true;
    const now = this.clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const left = 1 - (now % MINUTE_MS) / MINUTE_MS;
    const { rowCount } = await this.pool.query(
      `insert into platform.request_budgets as b (key, minute, count)
         select $1, $2, 1 where ${LAST_MINUTE} * $4::float8 < $3
         on conflict (key, minute) do update set count = b.count + 1 where b.count + ${LAST_MINUTE} * $4::float8 < $3`,
      [`questions/${of}`, minute, QUESTIONS_PER_MINUTE[of], left],
    );
    return rowCount === 1;
  }

  /** @returns false if others have used up the minute's budget since it was read */
  private async count(all: string, own: readonly string[], minute: number, budget: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into platform.request_budgets as b (key, minute, count) values ($1, $2, 1)
         on conflict (key, minute) do update set count = b.count + 1 where b.count < $3`,
      [all, minute, budget],
    );
    if (rowCount === 0) return false;
    await this.pool.query(
      `insert into platform.request_budgets as b (key, minute, count) select key, $2, 1 from unnest($1::text[]) as key
         on conflict (key, minute) do update set count = b.count + 1`,
      [own, minute],
    );
    return true;
  }
}
