import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { POOL } from '../database/pool.js';
import { EVENT_STORE, type EventStore } from '../event-store/event-store.js';
import { ProcessLoop, type ProcessHealth } from './process-loop.js';
import { ProcessRegistry } from './process-registry.js';
import { ProcessStore } from './process-store.js';

/** Starts a loop for every registered process manager, and ends them before the store is closed. */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private loops: ProcessLoop[] = [];

  constructor(
    private readonly registry: ProcessRegistry,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = this.registry.all().map((process) => new ProcessLoop(process, new ProcessStore(this.pool, process.name), this.store, this.clock));
    this.loops.forEach((loop) => loop.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  report(): ProcessHealth[] {
    return this.loops.map((loop) => loop.report());
  }
}
