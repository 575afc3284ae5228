import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RecordVerificationView } from '@tknest/contracts/api';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock/clock.js';
import { POOL } from '../database/pool.js';
import { EVENT_STORE, type EventStore } from '../event-store/event-store.js';
import { verifyChain } from '../event-store/postgres/verify-chain.js';
import { ProjectionRegistry } from './projection-registry.js';
import { verifyReadModel, type Verification } from './verify.js';

/**
 * Checks the hash chain and the read models of the running program, one check of a kind at a time, and tells how far it
 * has come.
 */
@Injectable()
export class RecordVerifier {
  private readonly log = new Logger('RecordVerifier');
  private readonly state: RecordVerificationView = {
    chain: { state: 'unknown', verified: 0, of: 0, head: null, headHash: null, at: null, broken: null },
    readModels: { state: 'unknown', compared: 0, of: 0, rows: 0, at: null, problems: [] },
  };

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly registry: ProjectionRegistry,
  ) {}

  report(): RecordVerificationView {
    return this.state;
  }

  /** Begins to recompute every seal, in the background; a second call joins the check under way. */
  verifyChain(): void {
    const { chain } = this.state;
    if (chain.state === 'running') return;
    const before = chain.state;
    Object.assign(chain, { state: 'running', verified: 0, of: 0, broken: null });
    this.checkChain().catch((error: unknown) => {
      chain.state = before;
      this.log.error({ err: error }, 'The chain could not be verified');
    });
  }

  /** Begins to rebuild every read model beside the live one and to compare them, in the background. */
  compareReadModels(): void {
    const { readModels } = this.state;
    if (readModels.state === 'running') return;
    const before = readModels.state;
    Object.assign(readModels, { state: 'running', compared: 0, of: this.registry.all().length, rows: 0, problems: [] });
    this.checkReadModels().catch((error: unknown) => {
      readModels.state = before;
      this.log.error({ err: error }, 'The read models could not be compared');
    });
  }

  private async checkChain(): Promise<void> {
    const { chain } = this.state;
    chain.of = Number(await this.store.head());
    const { verified, head, hash, broken } = await verifyChain(this.pool, [], (so) => (chain.verified = so));
    Object.assign(chain, {
      state: broken ? 'broken' : 'whole',
      verified,
      of: Math.max(chain.of, verified),
      head,
      headHash: hash,
      at: this.clock.now().toISOString(),
      broken,
    });
  }

  private async checkReadModels(): Promise<void> {
    const { readModels } = this.state;
    for (const projection of this.registry.all()) {
      const verification = await verifyReadModel(this.db, this.store, projection);
      readModels.rows += verification.rows;
      readModels.problems.push(...problemsOf(verification));
      readModels.compared++;
    }
    Object.assign(readModels, {
      state: readModels.problems.length > 0 ? 'differ' : 'equal',
      at: this.clock.now().toISOString(),
    });
  }
}

function problemsOf({ name, problem, differences }: Verification): { name: string; what: string }[] {
  if (problem !== null) return [{ name, what: problem }];
  return differences.map(({ table, onlyLive, onlyRebuilt }) => ({
    name,
    what: `${table}: ${onlyLive.count} rows only in the live table, ${onlyRebuilt.count} only from the log`,
  }));
}
