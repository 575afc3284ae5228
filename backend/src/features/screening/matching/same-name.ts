import type { Family, ReadWord } from './family.js';
import { readsAs } from './letters.js';
import { FINE_MIN } from './other-script.js';
import { familyOf, latinWordsFor, readingsOf } from './scripts.js';
import { wordsOf } from './words.js';

/** A surname may be in another language's spelling. */
const SURNAME_MIN = 0.7;

/**
 * Whether a name in the letters of another script and one in Latin letters can be the same: every word of the shorter
 * one reads as a word of the longer one, in any order; syllables are never left out. Null unless one is in such letters
 * and the other is not.
 */
export function isSameName(a: string, b: string): boolean | null {
  const [familyOfA, familyOfB] = [familyOf(a), familyOf(b)];
  const family = familyOfA ?? familyOfB;
  if (!family || (familyOfA && familyOfB)) return null;
  const [own, latin] = familyOfA ? [a, b] : [b, a];
  const texts = wordsOf(latin).map(({ text }) => text);
  const others = readingsOf(latinWordsFor(family, texts));
  return readingsOf(family.words(own)).some((words) => others.some((other) => haveSameWords(family, words, other)));
}

function haveSameWords(family: Family, own: readonly ReadWord[], latin: readonly ReadWord[]): boolean {
  const left = [...latin];
  for (const [place, { letters }] of own.entries()) {
    const least = place === 0 && family.kind === 'syllables' ? SURNAME_MIN : FINE_MIN;
    const at = left.findIndex((other) => readsAs(family, letters, other.letters) >= least);
    if (at >= 0) left.splice(at, 1);
  }
  const found = latin.length - left.length;
  if (family.kind === 'syllables' && found < own.length) return false;
  const [fewer, more] = [own.length, latin.length].sort((one, other) => one - other) as [number, number];
  return found === fewer && fewer >= Math.min(2, more);
}
