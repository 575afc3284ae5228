import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { firstRow } from '#platform/database/first-row.js';
import { createLane, inTransaction, POOL } from '#platform/database/pool.js';

const LOCK = "hashtextextended('proposal/' || $1, 0)";
/**
 * How many proposals one process works on at the same time; the others wait. Web processes ask for signatures as often
 * as they like, so this has a lane of its own and never delays what two people have signed.
 */
const AT_ONCE = { act: 2, ask: 1 } as const;

/**
 * Lets only one process at a time, over all instances, carry out or stop a proposal. Turns use database connections of
 * their own, because the work needs connections too, and many turns would use up the whole pool.
 */
@Injectable()
export class ProposalTurns implements OnApplicationShutdown {
  private readonly lanes: Readonly<Record<keyof typeof AT_ONCE, Pool>>;

  constructor(@Inject(POOL) pool: Pool) {
    const lane = (atOnce: number) => createLane(pool, 'tknest proposals', undefined, atOnce);
    this.lanes = { act: lane(AT_ONCE.act), ask: lane(AT_ONCE.ask) };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.lanes).map(async (lane) => lane.ending || lane.end()));
  }

  /** Waits for its turn. */
  alone<Result>(proposalId: string, work: () => Promise<Result>, lane: keyof typeof AT_ONCE = 'act'): Promise<Result> {
    return inTransaction(this.lanes[lane], async (client) => {
      await client.query(`select pg_advisory_xact_lock(${LOCK})`, [proposalId]);
      return work();
    });
  }

  /** @returns null if it is not free now */
  ifFree<Result>(proposalId: string, work: () => Promise<Result>): Promise<Result | null> {
    return inTransaction(this.lanes.act, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as free`, [
        proposalId,
      ]);
      return firstRow(rows).free ? work() : null;
    });
  }
}
