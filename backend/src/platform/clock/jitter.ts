import { randomInt } from 'node:crypto';

/**
 * Milliseconds up to `max`, a different number each time: those who met once must not meet again at the same moment.
 * Chance decides when something is tried again, and nothing else.
 */
export const jitter = (max: number): number => randomInt(Math.max(1, Math.ceil(max)) + 1);
