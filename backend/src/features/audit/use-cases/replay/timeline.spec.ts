import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { barsOf } from './timeline.js';

const moments = fc
  .array(fc.record({ gap: fc.nat({ max: 100_000 }), events: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    let at = Date.UTC(2026, 9, 1);
    return steps.map(({ gap, events }, index) => ({
      at: (at += gap),
      events,
      position: String(index + 1).padStart(20, '0'),
    }));
  });

describe('the bars of the time line', () => {
  it('hold every fact once, in order, and end at the log’s head', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 60 }), (made, count) => {
        const bars = barsOf(made, count);
        expect(bars).toHaveLength(count);
        expect(bars.reduce((sum, { events }) => sum + events, 0)).toBe(
          made.reduce((sum, { events }) => sum + events, 0),
        );
        expect(bars.at(-1)!.position).toBe(made.at(-1)!.position);
        for (const [index, bar] of bars.entries()) {
          if (index > 0)
            expect([bars[index - 1]!.to, bars[index - 1]!.position <= bar.position]).toEqual([bar.from, true]);
        }
      }),
    );
  });
});
