import { FACTORS, matchOf, POINTS, type Bins, type Points } from '#features/recommendations/module.public.js';
import type { Choice } from './choices.js';

interface Case {
  bins: Bins;
  bought: boolean;
}

/**
 * Pairs each purchase with one property that was not bought, chosen by a counter: both classes have equal size, so that
 * chance predicts one half.
 */
export function casesOf(choices: readonly Choice[]): Case[] {
  return choices.flatMap(({ bought, offered }, index) => {
    const others = offered.filter(({ property }) => property.propertyId !== bought);
    const other = others[(index * 7919) % others.length]!;
    const own = offered.find(({ property }) => property.propertyId === bought)!;
    return [
      { bins: own.bins, bought: true },
      { bins: other.bins, bought: false },
    ];
  });
}

const COLUMNS = FACTORS.flatMap((factor) => Object.keys(POINTS[factor]).map((bin) => [factor, bin] as const));
const columnsOf = (bins: Bins): number[] =>
  COLUMNS.flatMap(([factor, bin], column) => (bins[factor] === bin ? [column] : []));
/** Weak ridge regularization: it distributes what all factors have in common, and keeps bins without data at 0. */
const RIDGE = 2;

/** The points that come closest to 100 for properties bought and to 0 for the others: least squares over the bins. */
export function fitPoints(choices: readonly Choice[]): Points {
  const size = COLUMNS.length;
  const left = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? RIDGE : 0)));
  const right = Array.from({ length: size }, () => 0);
  for (const { bins, bought } of casesOf(choices)) {
    const columns = columnsOf(bins);
    for (const i of columns) {
      for (const j of columns) left[i]![j]!++;
      if (bought) right[i]! += 100;
    }
  }
  const solved = solve(left, right);
  const points: Record<string, Record<string, number>> = {};
  COLUMNS.forEach(([factor, bin], column) => ((points[factor] ??= {})[bin] = Math.round(solved[column]!) + 0));
  return points as unknown as Points;
}

/** Gaussian elimination with pivoting. */
function solve(left: number[][], right: number[]): number[] {
  const size = right.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(left[row]![column]!) > Math.abs(left[pivot]![column]!)) pivot = row;
    [left[column], left[pivot]] = [left[pivot]!, left[column]!];
    [right[column], right[pivot]] = [right[pivot]!, right[column]!];
    for (let row = column + 1; row < size; row++) {
      const factor = left[row]![column]! / left[column]![column]!;
      for (let k = column; k < size; k++) left[row]![k]! -= factor * left[column]![k]!;
      right[row]! -= factor * right[column]!;
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) right[row]! -= left[row]![k]! * right[k]!;
    right[row]! /= left[row]![row]!;
  }
  return right;
}

export interface Calibration {
  /**
   * Calibration error: the mean gap between predicted and actual share, weighted by the number of predictions; 0.02 is
   * 2 percentage points.
   */
  error: number;
  /** For each fifth of the scale: predicted share, actual share, and number of predictions. */
  bins: { from: number; said: number; happened: number; cases: number }[];
}
const FIFTHS = [0, 20, 40, 60, 80];

export function calibrationOf(choices: readonly Choice[], points: Points = POINTS): Calibration {
  const cases = casesOf(choices).map(({ bins, bought }) => ({ match: matchOf(bins, points), bought }));
  const bins = FIFTHS.map((from) => {
    const inside = cases.filter(({ match }) => match >= from && (match < from + 20 || from === 80));
    const happened = inside.filter(({ bought }) => bought).length / Math.max(1, inside.length);
    const said = inside.reduce((sum, { match }) => sum + match / 100, 0) / Math.max(1, inside.length);
    return { from, said, happened, cases: inside.length };
  });
  const gaps = bins.reduce((sum, { said, happened, cases: count }) => sum + Math.abs(said - happened) * count, 0);
  return { error: gaps / Math.max(1, cases.length), bins };
}

type Order = (one: Choice['offered'][number]) => number;
export const newestFirst: Order = ({ property }) => property.propertyId;
export const mostFundedFirst: Order = ({ property }) => property.sold / property.tokenCount;
export const bestMatchFirst =
  (points: Points = POINTS): Order =>
  ({ bins, property }) =>
    matchOf(bins, points) + property.propertyId / 1e9;

/** How often the property bought was among the first `k` of an order. */
export function hitRate(choices: readonly Choice[], k: number, order: Order): number {
  const hits = choices.filter(({ bought, offered }) => {
    const own = order(offered.find(({ property }) => property.propertyId === bought)!);
    return offered.filter((one) => one.property.propertyId !== bought && order(one) >= own).length < k;
  });
  return hits.length / Math.max(1, choices.length);
}
