import { describe, expect, it } from '@jest/globals';
import { litWindows } from '@tknest/contracts/words';
import { facadeLabel } from './facade';

describe('a lit window is a taken token', () => {
  it.each([
    [0, 24, 0],
    [0.001, 24, 1],
    [0.5, 24, 12],
    [0.69, 24, 17],
    [0.999, 24, 23],
    [1, 24, 24],
  ])('of a share of %f over %i windows %i are lit', (share, cells, lit) => expect(litWindows(share, cells)).toBe(lit));
  it('says so in a sentence', () =>
    expect(facadeLabel(172, 250)).toBe('69% of the windows are lit: 172 of 250 tokens sold'));
});
