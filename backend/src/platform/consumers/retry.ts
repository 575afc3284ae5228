import type { Clock } from '../clock/clock.js';

/** Exponential backoff, up to a maximum pause; used by all runners. */
export class Backoff {
  private pauseMs: number;

  constructor(
    private readonly clock: Clock,
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.pauseMs = firstMs;
  }

  /** Waits, and longer the next time; ends immediately when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.pauseMs;
    this.pauseMs = Math.min(ms * 2, this.maxMs);
    await this.clock.sleep(ms, signal);
  }

  reset(): void {
    this.pauseMs = this.firstMs;
  }
}
