import type { Clock } from '../clock/clock.js';

/** A pause that can be cut short, for one loop that waits and many who have news for it. */
export class Nudge {
  private pending = false;
  private cutShort: (() => void) | null = null;

  /** Ends the pause, or the next one where none is under way. */
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
