import { randomInt } from 'node:crypto';

/**
 * Random milliseconds up to `max`, so that processes that collided do not collide again. Randomness only affects when
 * something is retried.
 */
export const jitter = (max: number): number => randomInt(Math.max(1, Math.ceil(max)) + 1);
