import { expect, it } from '@jest/globals';
import { choicesIn } from './choices.js';
import { bestMatchFirst, calibrationOf, fitPoints, hitRate, mostFundedFirst, newestFirst } from './fit.js';
import { marketHistory } from './market-history.js';
import { POINTS } from '#features/recommendations/module.public.js';
import { FULL, describeWhereFull } from '#test/support/how-much.js';

/** A match score may differ from the actual share of purchases by 4 percentage points. */
const MOST_ERROR = 0.04;
const TRAINED = 0.6;
const read = (seed: number) => {
  const { events, profiles } = marketHistory(seed);
  const choices = choicesIn(events, profiles);
  const split = Math.floor(choices.length * TRAINED);
  return { events, choices, before: choices.slice(0, split), after: choices.slice(split) };
};
/** Generating two histories takes half a minute. */
const [known, unseen] = FULL ? [read(7), read(11)] : [];

/**
 * The points were fitted to the first 60 % of the market of seed 7. They are tested on its later purchases, and on a
 * market that was not used for fitting.
 */
describeWhereFull.each([
  ['what people bought afterwards', known?.after ?? []],
  ['a market that was never seen', unseen?.choices ?? []],
])('matches foresee %s', (_, choices) => {
  it.each([1, 3, 5, 10])('among the first %d more often than the newest or the most funded', (k) => {
    const best = hitRate(choices, k, bestMatchFirst());
    expect(best).toBeGreaterThan(1.5 * hitRate(choices, k, newestFirst));
    expect(best).toBeGreaterThan(1.5 * hitRate(choices, k, mostFundedFirst));
  });

  it('as often as they say: beside one that was passed over, fifth by fifth', () => {
    const { error, bins } = calibrationOf(choices);
    expect(error).toBeLessThan(MOST_ERROR);
    expect(bins.every(({ cases }) => cases > 100)).toBe(true);
    const happened = bins.map((bin) => bin.happened);
    expect(happened).toEqual([...happened].sort((a, b) => a - b));
  });
});

describeWhereFull('the calibration', () => {
  it('notices points that say too much', () => {
    const boast = { ...POINTS, size: { fits: 60, stretch: 40, large: 20, unknown: 40 } };
    expect(calibrationOf(unseen!.choices, boast).error).toBeGreaterThan(3 * MOST_ERROR);
  });

  it('asks the first part of the history for the points in use, save those that no history shows', () => {
    const fitted = fitPoints(known!.before);
    const byHand = { size: { unknown: 8 }, rent: { strained: -4 } };
    expect({
      ...fitted,
      size: { ...fitted.size, ...byHand.size },
      rent: { ...fitted.rent, ...byHand.rent },
    }).toEqual(POINTS);
  });

  it('reads a log without anybody’s application too, and knows less', () => {
    const choices = choicesIn(unseen!.events.slice(0, unseen!.events.length / 2));
    expect(hitRate(choices, 5, bestMatchFirst())).toBeGreaterThan(hitRate(choices, 5, newestFirst));
  });
});
