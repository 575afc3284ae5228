import { describe, expect, it } from '@jest/globals';
import type { Random } from '#platform/seeded-random.js';
import { oneOf } from './story.js';

const actor = (chance: number) => ({ chance, act: () => undefined });
const rolling = (roll: number) => ({ next: () => roll }) as Random;

describe('the actors of a story', () => {
  it('act by their chances, whose sums are as exact as they are written', () => {
    const actors = [actor(0.1), actor(0.2), actor(0.7)];
    const draw = oneOf(actors);
    const drawn = [0, 0.1, 0.29999999, 0.3, 0.99999999].map((roll) => actors.indexOf(draw(rolling(roll)) as never));
    expect(drawn).toEqual([0, 1, 1, 2, 2]);
  });

  it.each([[[0.1, 0.2]], [[0.6, 0.6]], [[]]])('are refused where their chances do not add up to one: %j', (chances) =>
    expect(() => oneOf(chances.map(actor))).toThrow('add up to'),
  );
});
