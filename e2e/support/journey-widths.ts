import { FULL } from '../../backend/test/support/how-much.js';

/** Widths of a journey; the `keyboard` suite always opens its pages on a phone too. */
export const JOURNEY_WIDTHS: readonly ('wide' | 'phone')[] = FULL ? ['wide', 'phone'] : ['wide'];
