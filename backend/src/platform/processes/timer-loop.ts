import type { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock.js';
import { Nudge } from '../consumers/nudge.js';
import { crashPoint } from '../telemetry/crash-points.js';
import type { Lanes } from './lanes.js';
import type { ProcessContext, ProcessManager } from './process-manager.js';
import type { DueTimer, TimerStore } from './timer-store.js';

const TIMERS_AT_ONCE = 64;
/** Longer than any handling should take; after that, another instance may try. */
const CLAIM_MS = 120_000;
const POLL_MAX_MS = 1000;
const RETRY_MS = { first: 200, max: 60_000 };

export interface TimerDeps {
  process: ProcessManager;
  timers: TimerStore;
  lanes: Lanes;
  clock: Clock;
  log: Logger;
  contextFor(cause: string): ProcessContext;
}

/**
 * Fires due timers. A timer fires at least once, in the lane of its key, and again with growing pauses until it has
 * been handled.
 */
export class TimerLoop {
  /** Keys of timers whose handling failed last. */
  readonly failing = new Set<string>();
  private readonly news = new Nudge();
  private readonly underWay = new Set<string>();

  constructor(private readonly deps: TimerDeps) {}

  /** Checks immediately for due timers, because one was set. */
  nudge(): void {
    this.news.now();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { timers, lanes, clock } = this.deps;
    await timers.releaseClaims();
    while (!signal.aborted) {
      for (const timer of await timers.claim(clock.now(), TIMERS_AT_ONCE, CLAIM_MS)) {
        await lanes.room(signal);
        if (signal.aborted) return;
        // Its claim has expired, but it is being handled. A timer that was set again has another token, and waits in
        // its lane for its turn.
        if (this.underWay.has(timer.token)) continue;
        this.underWay.add(timer.token);
        lanes.run(timer.key, () => this.fire(timer, signal).finally(() => this.underWay.delete(timer.token)));
      }
      const next = (await timers.nextDue(clock.now()))?.getTime() ?? Infinity;
      const waitMs = next - clock.now().getTime();
      if (waitMs > 0) await this.news.pause(clock, Math.min(waitMs, POLL_MAX_MS), signal);
    }
  }

  private async fire(timer: DueTimer, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { process, timers, clock, log, contextFor } = this.deps;
    try {
      await process.onTimer?.(timer, contextFor(timer.token));
      crashPoint('timer-fired', () => [process.name]);
      this.failing.delete(timer.key);
    } catch (error) {
      log.warn(
        { err: error, timer: timer.key, attempts: timer.attempts },
        'A timer could not be handled; it will fire again',
      );
      this.failing.add(timer.key);
      const waitMs = Math.min(RETRY_MS.first * 2 ** Math.min(timer.attempts, 20), RETRY_MS.max);
      await timers.postpone(timer, new Date(clock.now().getTime() + waitMs));
      return this.nudge();
    }
    await timers.settle(timer);
  }
}
