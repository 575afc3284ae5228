import { describe, expect, it } from '@jest/globals';
import { readArguments } from './seeded-stories.js';

const STORIES = new Map([
  ['sales', ['early', 'late']],
  ['rents', ['unpaid']],
]);
const read = (line: string) => readArguments(line.split(' '), STORIES);

describe('the command line of the simulation', () => {
  it('names stories, seeds and variants', () => {
    expect(read('--seeds 3 --from 7')).toEqual({
      story: 'sales',
      seeds: [7, 8, 9],
      variants: [''],
      untilBroken: false,
      digest: false,
    });
    expect(read('--only 5,23 --variant early,late --until-broken')).toEqual({
      story: 'sales',
      seeds: [5, 23],
      variants: ['early', 'late'],
      untilBroken: true,
      digest: false,
    });
    expect(read('--story rents --variant unpaid')).toMatchObject({ story: 'rents', variants: ['unpaid'] });
    expect(readArguments([], STORIES).seeds).toHaveLength(100);
  });

  it.each([
    '--seed 5',
    '--only ,',
    '--only 7,',
    '--only=',
    '--only 7 --seeds 1000',
    '--seeds 2.5',
    '--seeds 2,3',
    '--seeds 0',
    '--seeds x',
    '--seeds 2 --from x',
    '--seeds 2 --from',
    '--story rents --variant early',
    '--story other',
    '--variants early',
    '--variant wrong',
    '--variant early,',
    '7',
  ])('%s is not understood, rather than something else played', (line) => expect(() => read(line)).toThrow());
});
