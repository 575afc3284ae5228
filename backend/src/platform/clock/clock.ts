import { randomInt } from 'node:crypto';
/** Time as a port: deciders get it as an input, tests and the simulation bring their own. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/**
 * Milliseconds up to `max`, a different number each time: those who met once must not meet again at the same moment.
 * Chance decides when something is tried again, and nothing else.
 */
export const jitter = (max: number): number => randomInt(Math.max(1, Math.ceil(max)) + 1);
