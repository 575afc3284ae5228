import type { Clock } from '#platform/clock/clock.js';
import { systemClock } from '#platform/clock/clock.js';
import { ringOf } from './key-ring.js';
import { LeaseKeeper } from '#platform/consumers/leases.js';
import { LogTail } from '#platform/consumers/log-tail.js';
import { createPool } from '#platform/database/pool.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProcessRunner } from '#platform/processes/process-runner.js';

export interface ProcessInstance {
  runner: ProcessRunner;
  leases: LeaseKeeper;
  store: PostgresEventStore;
  stop(): Promise<void>;
}

/** Starts the processes of one instance of the program, without the rest of the program. */
export async function startProcesses(
  url: string,
  processes: readonly ProcessManager[],
  clock: Clock = systemClock,
  today?: (stored: RecordedEvent) => RecordedEvent,
): Promise<ProcessInstance> {
  const pool = createPool(url, 8);
  const store = new PostgresEventStore(pool);
  const registry = new ProcessRegistry();
  processes.forEach((process) => registry.register(process));
  const tail = new LogTail(store, today);
  const leases = new LeaseKeeper({ connectionString: url }, { ttlMs: 1500, beatMs: 100 });
  const runner = new ProcessRunner(registry, pool, store, clock, leases, tail, ringOf(1));
  runner.onApplicationBootstrap();
  return {
    runner,
    leases,
    store,
    async stop() {
      await runner.onApplicationShutdown();
      await tail.stop();
      await store.close();
      await pool.end();
    },
  };
}

/** A clock that a test moves; a sleeper wakes when its time has come. */
export class TestClock implements Clock {
  private sleepers = new Set<{ until: number; wake: () => void }>();

  constructor(private ms: number) {}

  now(): Date {
    return new Date(this.ms);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        until: this.ms + ms,
        wake: () => (signal?.removeEventListener('abort', sleeper.wake), this.sleepers.delete(sleeper), resolve()),
      };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  advance(ms: number): void {
    this.ms += ms;
    for (const sleeper of Array.from(this.sleepers)) if (sleeper.until <= this.ms) sleeper.wake();
  }
}
