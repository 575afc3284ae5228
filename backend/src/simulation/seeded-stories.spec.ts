import { describe, expect, it } from '@jest/globals';
import { readArguments } from './seeded-stories.js';

const read = (line: string) => readArguments(line.split(' '), ['early', 'late']);

describe('the command line of a simulation', () => {
  it('names seeds and variants', () => {
    expect(read('--seeds 3 --from 7')).toEqual({ seeds: [7, 8, 9], variants: [''], untilBroken: false, digest: false });
    expect(read('--only 5,23 --variant early,late --until-broken')).toEqual({
      seeds: [5, 23],
      variants: ['early', 'late'],
      untilBroken: true,
      digest: false,
    });
    expect(readArguments([], []).seeds).toHaveLength(100);
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
    '--variants early',
    '--variant wrong',
    '--variant early,',
    '7',
  ])('%s is not understood, rather than something else played', (line) => expect(() => read(line)).toThrow());
});
