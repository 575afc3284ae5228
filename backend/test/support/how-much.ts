import { describe, it } from '@jest/globals';

/** True in `npm run test:full`, which adds tests that are slow and rarely fail. */
export const FULL = process.env.TEST_FULL === '1';
/** True in the pass of `test:full` in which nothing else runs: only there are limits in milliseconds meaningful. */
export const MEASURES = process.env.TEST_MEASURES === '1';

/** True in `npm run test:more` and in `test:full`. */
export const MORE = FULL || process.env.TEST_MORE === '1';

/** How long, or how often, the stressful tests try: short in every run, long with `npm run test:full`. */
export const inFull = (short: number, long: number): number => (FULL ? long : short);
/** The same for suites of which `npm test` plays a part, and `npm run test:more` what is usual. */
export const howMany = ({ fast, more, full }: Record<'fast' | 'more' | 'full', number>): number =>
  FULL ? full : MORE ? more : fast;
export const whereMore = MORE ? it : it.skip;
export const whereFull = FULL ? it : it.skip;
export const describeWhereFull = FULL ? describe : describe.skip;
export const whereAlone = MEASURES ? it : it.skip;
