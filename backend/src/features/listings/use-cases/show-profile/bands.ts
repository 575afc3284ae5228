import type { HolderBand, ShareBand } from '@tknest/contracts/api';

const COUNTS: readonly (readonly [most: number, band: HolderBand])[] = [
  [0, 'none'],
  [5, '1-5'],
  [20, '6-20'],
  [100, '21-100'],
];
/** Upper limits in percent, exclusive. */
const SHARES: readonly (readonly [below: number, band: ShareBand])[] = [
  [10, 'under-10'],
  [25, '10-25'],
  [50, '25-50'],
];

/** How many wallets hold tokens. */
export const holderBand = (holders: number): HolderBand => COUNTS.find(([most]) => holders <= most)?.[1] ?? 'over-100';

/** The largest holder's share of all tokens that are held; null if none are. */
export const shareBand = (largest: number, held: number): ShareBand | null =>
  held <= 0 ? null : (SHARES.find(([below]) => 100 * largest < below * held)?.[1] ?? 'half-or-more');
