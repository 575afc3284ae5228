import { randomInt } from 'node:crypto';
/** Time as a port: deciders get it as an input; tests and the simulation have clocks of their own. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or immediately when `signal` aborts. */
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
 * Random milliseconds up to `max`, so that processes that collided do not collide again. Randomness only affects when
 * something is retried.
 */
export const jitter = (max: number): number => randomInt(Math.max(1, Math.ceil(max)) + 1);
