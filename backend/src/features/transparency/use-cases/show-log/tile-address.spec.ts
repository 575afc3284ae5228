import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTileAddress, type TileAddress } from './tile-address.js';

/** The last part of a tile's address. */
function tileAddress({ level, index, width }: TileAddress): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = Array.from(digits.matchAll(/\d{3}/g), ([group]) => group);
  const path = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
  return `${level}/${path}${width === undefined ? '' : `.p/${width}`}`;
}

describe('the address of a tile', () => {
  it.each([
    ['0', '000', { level: 0, index: 0 }],
    ['1', 'x001/x234/067', { level: 1, index: 1_234_067 }],
    ['0', 'x001/005.p/17', { level: 0, index: 1_005, width: 17 }],
  ])('%s/%s is read as C2SP tlog-tiles names it', (level, path, address) => {
    expect(readTileAddress(level, path.split('/'))).toEqual(address);
  });
  it.each([
    ['64', '000'],
    ['-1', '000'],
    ['0', '0'],
    ['0', 'x000/001'],
    ['0', '001/002'],
    ['0', '005.p/256'],
    ['0', '005.p/0'],
    ['0', '005.p'],
    ['0', 'x999/x999/x999/x999/x999/999'],
    ['entries', '000'],
  ])('%s/%s names none', (level, path) => expect(readTileAddress(level, path.split('/'))).toBeNull());
  it('is read as it was written', () => {
    const width = fc.option(fc.integer({ min: 1, max: 255 }), { nil: undefined });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 63 }), fc.nat(1e12), width, (level, index, some) => {
        const address = { level, index, ...(some === undefined ? {} : { width: some }) };
        const [first, ...parts] = tileAddress(address).split('/');
        expect(readTileAddress(first!, parts)).toEqual(address);
      }),
    );
  });
});
