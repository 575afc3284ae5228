import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from './database/pool.js';
import { ProcessRunner } from './processes/process-runner.js';
import { WorkerRequests } from './worker-requests/worker-requests.js';
import { ReadModels } from './projections/read-models.js';

/** An event that a consumer failed to process, or a later one of the same lane. */
export interface ListedFailedEvent {
  /** `read-model:<name>` or `process:<name>`. */
  consumer: string;
  lane: string;
  position: string;
  stream: string;
  revision: number;
  error: string;
  failedAt: Date;
}

export interface Released {
  /** The number of events processed now. */
  released: number;
  /** The number of lanes that still cannot continue. */
  stuck: number;
}

const RELEASE_WITHIN_MS = 30_000;

/** Failed events of all consumers, and their retry once the cause is fixed. */
@Injectable()
export class FailedEvents {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly readModels: ReadModels,
    private readonly processes: ProcessRunner,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('release-failed-events', ({ consumer }: { consumer: string }) => this.releaseHere(consumer));
  }

  /** In log order. */
  async list(limit: number, offset: number): Promise<ListedFailedEvent[]> {
    const { rows } = await this.pool.query(
      `select consumer, lane, position, stream, revision, error, failed_at as "failedAt" from platform.failed_events
       order by position, consumer limit $1 offset $2`,
      [limit, offset],
    );
    return rows;
  }

  async count(): Promise<number> {
    const { rows } = await this.pool.query('select count(*)::int as count from platform.failed_events');
    return rows[0].count;
  }

  /** Retries a consumer's failed events, lane by lane. @returns null if there is no such consumer */
  release(consumer: string): Promise<Released | null> {
    return this.requests.ask('release-failed-events', { consumer }, { withinMs: RELEASE_WITHIN_MS, lease: consumer });
  }

  private async releaseHere(consumer: string): Promise<Released | null> {
    const [kind, name = ''] = consumer.split(':');
    if (kind === 'read-model' && this.readModels.report().some((one) => one.name === name)) {
      const { applied: released, stuck } = await this.readModels.retryFailed(name);
      return { released, stuck };
    }
    if (kind === 'process' && this.processes.report().some((one) => one.name === name)) {
      const { handled: released, stuck } = await this.processes.retryFailed(name);
      return { released, stuck };
    }
    return null;
  }
}
