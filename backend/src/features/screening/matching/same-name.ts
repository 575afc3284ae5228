import { readsAs } from './arabic-letters.js';
import { arabicWords, isArabic, latinWords, type ReadWord } from './arabic-names.js';
import { FINE_MIN, readingsOf } from './other-script.js';
import { wordsOf } from './words.js';

/**
 * Whether a name in Arabic letters and one in Latin letters can be the same: every word of the shorter one reads as a
 * word of the longer one, in any order. Null unless one is in Arabic letters and the other is not.
 */
export function isSameName(a: string, b: string): boolean | null {
  if (isArabic(a) === isArabic(b)) return null;
  const [arabic, latin] = isArabic(a) ? [a, b] : [b, a];
  const others = readingsOf(latinWords(wordsOf(latin).map(({ text }) => text)));
  return readingsOf(arabicWords(arabic)).some((words) => others.some((other) => haveSameWords(words, other)));
}

function haveSameWords(arabic: readonly ReadWord[], latin: readonly ReadWord[]): boolean {
  const left = [...latin];
  for (const { letters } of arabic) {
    const at = left.findIndex((other) => readsAs(letters, other.letters) >= FINE_MIN);
    if (at >= 0) left.splice(at, 1);
  }
  const [fewer, more] = [arabic.length, latin.length].sort((one, other) => one - other) as [number, number];
  return latin.length - left.length === fewer && fewer >= Math.min(2, more);
}
