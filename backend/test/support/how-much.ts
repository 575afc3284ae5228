import { describe, it } from '@jest/globals';

/** `npm run test:full`: what is slow and rarely fails is left to it. */
export const FULL = Boolean(process.env.TEST_FULL);
/** The pass of `test:full` in which nothing else runs: only there do limits in milliseconds say something. */
export const MEASURES = Boolean(process.env.TEST_MEASURES);

/** How long, or how often, the stressful tests try: short in every run, long with `npm run test:full`. */
export const inFull = (short: number, long: number): number => (FULL ? long : short);
export const whereFull = FULL ? it : it.skip;
export const describeWhereFull = FULL ? describe : describe.skip;
export const whereAlone = MEASURES ? it : it.skip;
