import { describe, expect, it } from '@jest/globals';
import { timeOf } from './books.query.js';

describe('the moment of the books', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T14:02Z', '2026-11-20T14:02:00.000Z'],
    ['2026-11-20T14:02:22.5Z', '2026-11-20T14:02:22.500Z'],
    ['2026-11-20T14:02:22-05:00', '2026-11-20T19:02:22.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is a time in ISO 8601', (at, iso) => expect(timeOf(at)).toBe(iso));
  it.each([
    // Each would get a five-digit year, which sorts before all others as text.
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T24:00:00Z',
    '275760-09-13',
    // Without a zone, it would mean different times on different machines.
    '2026-11-20T14:02:22',
    '2026-11-20 14:02 PST',
    '2026-11-20 (x)',
    '2026-02-31',
    '2026-13-01',
    '0000-00-00',
    '2026-11-20T25:00Z',
    'yesterday',
  ])('%s is refused: nothing is guessed', (at) => expect(() => timeOf(at)).toThrow('at must be a time in ISO 8601'));
});
