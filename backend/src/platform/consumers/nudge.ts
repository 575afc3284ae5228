import type { Clock } from '../clock/clock.js';

/** A pause that can be ended early: one loop waits, and any number of producers wake it. */
export class Nudge {
  private pending = false;
  private cutShort: (() => void) | null = null;

  /** Ends the current pause, or the next one if none is running. */
  now(): void {
    this.pending = true;
    this.cutShort?.();
  }

  async pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.pending) {
      const ended = new AbortController();
      const end = () => ended.abort();
      this.cutShort = end;
      signal.addEventListener('abort', end, { once: true });
      if (!signal.aborted) await clock.sleep(ms, ended.signal);
      signal.removeEventListener('abort', end);
      this.cutShort = null;
    }
    this.pending = false;
  }
}
