import { describe, it } from '@jest/globals';

/** `npm run test:full`: what is slow and rarely fails is left to it. */
export const FULL = Boolean(process.env.TEST_FULL);
export const whereFull = FULL ? it : it.skip;
export const describeWhereFull = FULL ? describe : describe.skip;

/** How wide a journey is walked whose pages `keyboard` opens on a phone too. */
export const JOURNEY_WIDTHS: readonly ('wide' | 'phone')[] = FULL ? ['wide', 'phone'] : ['wide'];
