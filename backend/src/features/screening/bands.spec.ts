import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { levelOf, lineFor, NAME_LINE } from './bands.js';

const birthDate = fc.constantFrom('same', 'near', 'differs', 'unknown');
const country = fc.constantFrom('same', 'differs', 'unknown');

describe('a birth date (rule 4)', () => {
  it('that nobody confirmed never lowers a hit at or above the name-only line', () => {
    fc.assert(
      fc.property(birthDate, country, (birthDate, country) =>
        expect(lineFor({ birthDate, country, birthDateConfirmed: false })).toBeLessThanOrEqual(NAME_LINE),
      ),
    );
    const match = { score: 1, whole: true, tellingPairs: 2 };
    const typed = { birthDate: 'differs', country: 'unknown', birthDateConfirmed: false } as const;
    expect(levelOf(match, typed)).toBe('high');
  });
  it('that is confirmed and differs lowers a hit below .90, and none above', () => {
    const line = lineFor({ birthDate: 'differs', country: 'same', birthDateConfirmed: true });
    expect(line).toBe(0.9);
    const match = { score: 1, whole: true, tellingPairs: 2 };
    expect(levelOf(match, { birthDate: 'differs', country: 'same', birthDateConfirmed: true })).toBe('medium');
  });
  it('that is the same makes the platform look closer', () => {
    expect(lineFor({ birthDate: 'same', country: 'unknown', birthDateConfirmed: true })).toBeLessThan(NAME_LINE);
  });
});
