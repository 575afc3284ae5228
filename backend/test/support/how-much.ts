import { describe, it } from '@jest/globals';

/** `npm run test:full`: what is slow and rarely fails is left to it. */
export const FULL = process.env.TEST_FULL === '1';
/** The pass of `test:full` in which nothing else runs: only there do limits in milliseconds say something. */
export const MEASURES = process.env.TEST_MEASURES === '1';

/** How long, or how often, the stressful tests try: short in every run, long with `npm run test:full`. */
export const inFull = (short: number, long: number): number => (FULL ? long : short);
export const whereFull = FULL ? it : it.skip;
export const describeWhereFull = FULL ? describe : describe.skip;
export const whereAlone = MEASURES ? it : it.skip;
