import { describe, expect, it } from '@jest/globals';
import { looseLikeness, otherReadings, soundLikeness } from './loose-likeness.js';

describe('how far two words sound alike', () => {
  it.each([
    ['rahman', 'rehmen'],
    ['giorgij', 'georgiy'],
    ['khaled', 'halad'],
    ['tariq', 'dareg'],
    ['yevgeny', 'evgen'],
  ])('%s and %s may be one where the birth date says so', (a, b) => {
    expect(looseLikeness(a, b)!.score).toBeGreaterThan(0.6);
    expect(looseLikeness(b, a)).toEqual(looseLikeness(a, b));
  });
  it.each([
    ['smith', 'garcia'],
    ['maria', 'robert'],
    ['omar', 'pedro'],
  ])('%s and %s are two', (a, b) => expect(looseLikeness(a, b)).toBeUndefined());

  it('is 1 for the same, less for each letter that differs, and never below 0', () => {
    expect(soundLikeness('hasan', 'hasan')).toBe(1);
    // A different vowel is a smaller change than a different consonant, and a related letter the smallest.
    const [vowel, kindred, other] = ['hisan', 'hatan', 'hapan'].map((sound) => soundLikeness('hasan', sound));
    expect(vowel! > kindred! && kindred! > other!).toBe(true);
    expect(soundLikeness('b', 'nnnnnn')).toBeGreaterThanOrEqual(0);
  });
});

describe('what somebody may have meant', () => {
  it.each([
    ['juri', ['yuri']],
    ['michail', ['mikhail']],
    ['xovalig', ['khovalig']],
    ['jechja', ['yechya', 'jekhja', 'yekhya']],
    ['yasin', ['jasin']],
    ['smith', []],
  ])('by %s', (word, readings) => expect(otherReadings(word)).toEqual(readings));
});
