import { describe, expect, it } from '@jest/globals';
import { HOLDER_BANDS, SHARE_BANDS } from '@tknest/contracts/api';
import { holderBand, shareBand } from './bands.js';

describe('how tokens are spread, in bands', () => {
  it.each([
    [0, 'none'],
    [1, '1-5'],
    [5, '1-5'],
    [6, '6-20'],
    [20, '6-20'],
    [21, '21-100'],
    [100, '21-100'],
    [101, 'over-100'],
    [100_000_000, 'over-100'],
  ])('%d holders are told as %s', (holders, band) => expect(holderBand(holders)).toBe(band));

  it.each([
    [0, 0, null],
    [9, 100, 'under-10'],
    [999_999, 10_000_000, 'under-10'],
    [10, 100, '10-25'],
    [24, 100, '10-25'],
    [25, 100, '25-50'],
    [49, 100, '25-50'],
    [50, 100, 'half-or-more'],
    [1, 1, 'half-or-more'],
    [100_000_000, 100_000_000, 'half-or-more'],
  ])('%d of %d tokens in one wallet are told as %s', (largest, held, band) =>
    expect(shareBand(largest, held)).toBe(band),
  );

  it('a band tells of at least five holders or fifteen percent: nobody’s own figure', () => {
    expect(
      HOLDER_BANDS.slice(1, -1).map((band) => 1 + Number(band.split('-')[1]) - Number(band.split('-')[0])),
    ).toEqual([5, 15, 80]);
    expect(SHARE_BANDS).toHaveLength(4);
  });
});
