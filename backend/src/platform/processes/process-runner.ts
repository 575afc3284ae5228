import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { LeaseKeeper } from '../consumers/leases.js';
import { LogTail } from '../consumers/log-tail.js';
import { POOL } from '../database/pool.js';
import { EVENT_STORE, type EventStore, type Position } from '../event-store/event-store.js';
import { KeyRing } from '../vault/key-ring.js';
import { ProcessLoop } from './process-loop.js';
import { ProcessRegistry } from './process-registry.js';

export interface ProcessHealth {
  name: string;
  state: 'waiting-for-lease' | 'running' | 'halted' | 'stopped';
  position: Position;
  /** Lanes with failed events. */
  failed: number;
  /** Timers whose last handling failed; they fire again. */
  failingTimers: number;
  /** Why it is halted; null if it is not. */
  error: string | null;
}

/** Runs every registered process manager on one instance at a time, and ends them before the store is closed. */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private loops: ProcessLoop[] = [];
  private stopped = false;

  constructor(
    private readonly registry: ProcessRegistry,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly leases: LeaseKeeper,
    private readonly tail: LogTail,
    private readonly ring: KeyRing,
  ) {}

  onApplicationBootstrap(): void {
    const { pool, store, clock, tail, ring } = this;
    if (this.leases.takes) tail.start();
    this.loops = this.registry.all().map((process) => new ProcessLoop(process, { pool, store, clock, tail, ring }));
    for (const loop of this.loops) this.leases.want(leaseOf(loop), (signal) => loop.run(signal));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.leases.stop();
  }

  /** Retries a process's failed events after the cause is fixed. @throws Error if there is no such process */
  async retryFailed(name: string): Promise<{ handled: number; stuck: number }> {
    const loop = this.loops.find(({ process }) => process.name === name);
    if (!loop) throw new Error(`There is no process ${name}`);
    return loop.retryFailed();
  }

  report(): ProcessHealth[] {
    return this.loops.map((loop) => ({
      name: loop.process.name,
      state: this.stateOf(loop),
      position: loop.position,
      failed: loop.failed.size,
      failingTimers: loop.failingTimers,
      error: loop.error,
    }));
  }

  private stateOf(loop: ProcessLoop): ProcessHealth['state'] {
    if (this.stopped) return 'stopped';
    if (!this.leases.holds(leaseOf(loop))) return 'waiting-for-lease';
    return loop.error === null ? 'running' : 'halted';
  }
}

const leaseOf = ({ process }: ProcessLoop): string => `process:${process.name}`;
