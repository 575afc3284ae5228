import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { firstRow } from '#platform/database/first-row.js';
import { createLane, inTransaction, POOL } from '#platform/database/pool.js';

const LOCK = "hashtextextended('proposal/' || $1, 0)";
/** How many proposals one process works on at the same time; the others wait. */
const AT_ONCE = 3;

/**
 * Lets only one process at a time, over all instances, carry out or stop a proposal. Turns use database connections of
 * their own, because the work needs connections too, and many turns would use up the whole pool.
 */
@Injectable()
export class ProposalTurns implements OnApplicationShutdown {
  private readonly lane: Pool;

  constructor(@Inject(POOL) pool: Pool) {
    this.lane = createLane(pool, 'tknest proposals', undefined, AT_ONCE);
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.lane.ending) await this.lane.end();
  }

  /** Waits for its turn. */
  alone<Result>(proposalId: string, work: () => Promise<Result>): Promise<Result> {
    return inTransaction(this.lane, async (client) => {
      await client.query(`select pg_advisory_xact_lock(${LOCK})`, [proposalId]);
      return work();
    });
  }

  /** @returns null if it is not free now */
  ifFree<Result>(proposalId: string, work: () => Promise<Result>): Promise<Result | null> {
    return inTransaction(this.lane, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as free`, [
        proposalId,
      ]);
      return firstRow(rows).free ? work() : null;
    });
  }
}
