import { FULL } from '../../backend/test/support/how-much.js';

/** How wide a journey is walked whose pages `keyboard` opens on a phone too. */
export const JOURNEY_WIDTHS: readonly ('wide' | 'phone')[] = FULL ? ['wide', 'phone'] : ['wide'];
