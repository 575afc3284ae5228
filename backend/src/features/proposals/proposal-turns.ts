import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { inTransaction, POOL } from '../../platform/database/pool.js';

const LOCK = "hashtextextended('proposal/' || $1, 0)";

/** One at a time, over all instances: a proposal is carried out, or it is stopped. */
@Injectable()
export class ProposalTurns {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Waits for its turn. */
  alone<Result>(proposalId: string, work: () => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (client) => {
      await client.query(`select pg_advisory_xact_lock(${LOCK})`, [proposalId]);
      return work();
    });
  }

  /** @returns null where it is not free now */
  ifFree<Result>(proposalId: string, work: () => Promise<Result>): Promise<Result | null> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as free`, [
        proposalId,
      ]);
      return rows[0]!.free ? work() : null;
    });
  }
}
