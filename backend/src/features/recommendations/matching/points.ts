import { FACTORS, type Bins, type Factor } from './factors.js';

export type Points = { readonly [F in Factor]: { readonly [B in Bins[F]]: number } };

/**
 * What each bin contributes to a match, in hundredths. Fitted to the first part of a generated market history and
 * tested on the rest (`npm run measure-recommendations`, docs/recommendations.md): the sum tells how often such a
 * property was bought rather than one that was passed over. Values that no history shows are set by hand: `strained`,
 * which the 30 % rule forbids, and `unknown` of size, rent and term.
 */
export const POINTS: Points = {
  size: { fits: 23, stretch: 8, large: -19, unknown: 8 },
  rate: { above: 15, like: 8, below: -12 },
  rent: { well: 9, carries: 3, tight: 0, strained: -4, unknown: 0 },
  term: { chosen: 22, within: -1, longer: -10, unknown: 0 },
  spread: { heavy: -14, same: -5, owner: -3, city: 4, purpose: 9, new: 11, first: 10 },
  progress: { nearly: 13, half: 6, some: -1, little: -6 },
  risk: { within: 4, above: 3, far: 0, unknown: 4 },
  goal: { served: 9, missed: -1, unknown: 4 },
  fresh: { since: 9, before: -8, first: 10 },
};

export const pointsOf = (bins: Bins, points: Points = POINTS): { factor: Factor; points: number }[] =>
  FACTORS.map((factor) => ({ factor, points: (points[factor] as Record<string, number>)[bins[factor]]! }));

/** The match in percent: the sum of all points, limited to 0 to 100. */
export function matchOf(bins: Bins, points: Points = POINTS): number {
  const sum = pointsOf(bins, points).reduce((total, one) => total + one.points, 0);
  return Math.min(100, Math.max(0, sum));
}
