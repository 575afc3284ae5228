import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toPosition } from '../event-store/positions.js';
import { Progress } from './progress.js';

it('the checkpoint never passes an event that is not done, and reaches the end once all are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }).chain((count) =>
        fc.tuple(
          fc.constant(count),
          fc.shuffledSubarray(
            Array.from({ length: count }, (_, n) => n + 1),
            { minLength: count },
          ),
          fc.integer({ min: 0, max: count }),
        ),
      ),
      ([count, order, until]) => {
        const progress = new Progress(toPosition(0));
        for (let n = 1; n <= count; n++) progress.begin(toPosition(n));
        progress.passed(toPosition(count + 5));
        const finished = new Set<number>();
        for (const n of order.slice(0, until)) {
          progress.finish(toPosition(n));
          finished.add(n);
          const firstOpen = Array.from({ length: count }, (_, index) => index + 1).find(
            (candidate) => !finished.has(candidate),
          );
          expect(progress.done).toBe(firstOpen === undefined ? toPosition(count + 5) : toPosition(firstOpen - 1));
        }
      },
    ),
  );
});

it('moves past what concerned nobody', () => {
  const progress = new Progress(toPosition(3));
  progress.passed(toPosition(9));
  expect(progress.done).toBe(toPosition(9));
  progress.begin(toPosition(11));
  progress.passed(toPosition(20));
  expect(progress.done).toBe(toPosition(9));
  progress.finish(toPosition(11));
  expect(progress.done).toBe(toPosition(20));
});
