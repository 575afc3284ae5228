import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { CLOCK, type Clock } from '../clock/clock.js';
import { firstRow } from '../database/first-row.js';
import { POOL } from '../database/pool.js';
import { beforeScrape, metrics } from './metrics.js';

/** A timer fires within a second or two; after this long, in milliseconds, something is wrong. */
const OVERDUE_MS = 60_000;

const overdue = new Gauge({
  name: 'timers_overdue',
  help: 'Timers that should have fired over a minute ago; every instance reports the same value',
  registers: [metrics],
});
const failed = new Gauge({
  name: 'timers_failed',
  help: 'Timers that have failed and are tried again; every instance reports the same value',
  registers: [metrics],
});
const connections = new Gauge({
  name: 'database_pool_connections',
  help: 'Connections of the main pool of this instance, by what they do',
  labelNames: ['state'] as const,
  registers: [metrics],
});
const waiting = new Gauge({
  name: 'database_pool_waiting',
  help: 'Statements of this instance that wait for a connection',
  registers: [metrics],
});

/** Metrics of timers and connections, measured when they are read. */
@Injectable()
export class PlatformFigures implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  async measure(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    // First, because this is available even while the database is not.
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    waiting.set(waitingCount);
    const { rows } = await this.pool.query<{ overdue: string; failed: string }>(
      `select count(*) filter (where due_at < $1) as overdue, count(*) filter (where attempts > 0) as failed
       from platform.timers`,
      [new Date(this.clock.now().getTime() - OVERDUE_MS)],
    );
    const timers = firstRow(rows);
    overdue.set(Number(timers.overdue));
    failed.set(Number(timers.failed));
  }
}
