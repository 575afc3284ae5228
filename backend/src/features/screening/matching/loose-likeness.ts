import type { Likeness } from './alignment.js';
import { soundOf } from './sound.js';

/** Sounds that transliterations confuse: exchanging them costs half an edit. */
const KIN = ['aiu', 'kgh', 'j#si', 'vbfp', 'dt', 'ds', 'ts', 'uv', 'lr', 'mn', 'jg'];
const VOWELS = 'aiu';
/** Letters that some transliterations write and others omit. */
const SILENT = 'aiuhv';

const OTHER_VOWEL = 0.3;
const KINDRED = 0.5;
const LEFT_OUT = 0.4;

const KINDRED_PAIRS = new Set(KIN.flatMap((group) => [...group].flatMap((a) => [...group].map((b) => a + b))));
const isVowel = (letter: string) => VOWELS.includes(letter);
const omission = (letter: string) => (SILENT.includes(letter) ? LEFT_OUT : 1);
function change(a: string, b: string): number {
  if (a === b) return 0;
  if (isVowel(a) && isVowel(b)) return OTHER_VOWEL;
  return KINDRED_PAIRS.has(a + b) ? KINDRED : 1;
}

/** Similarity of two sounds, 0 to 1: exchanging related letters costs little, as do silent letters. */
export function soundLikeness(a: string, b: string): number {
  let [first, last] = [0, 0];
  /** The cost of turning the letters of `a` so far into the letters of `b` up to each one. */
  const costs: number[] = [];
  for (const other of b) costs.push((last += omission(other)));
  for (const letter of a) {
    let diagonal = first;
    last = first += omission(letter);
    for (let at = 0; at < b.length; at++) {
      const other = b.charAt(at);
      const above = costs[at]!;
      const kept = Math.min(above + omission(letter), last + omission(other));
      costs[at] = last = Math.min(kept, diagonal + change(letter, other));
      diagonal = above;
    }
  }
  return 1 - last / Math.max(a.length, b.length, 1);
}

/** Foreign spellings of English sounds: the German and Slavic j, the German ch, the scholarly x. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/j/g, 'y'],
  [/ch/g, 'kh'],
  [/x/g, 'kh'],
];

/** Other readings of a word: each of these spellings replaced, all of them replaced, and the English y as a j. */
export function otherReadings(word: string): string[] {
  const read = (text: string, [written, meant]: (typeof FOREIGN)[number]) => text.replace(written, meant);
  const readings = FOREIGN.map((habit) => read(word, habit));
  const distinct = new Set([...readings, FOREIGN.reduce(read, word), word.replace(/y(?=[aeiou])/g, 'j')]);
  distinct.delete(word);
  return [...distinct];
}

/** Below this similarity two words count as unrelated. */
const LIKENESS_MIN = 0.6;
/** The maximum score, so that a loose match never counts as an exact one. */
const LOOSE_FACTOR = 0.95;

/** How similar two words sound; only used if something besides the name suggests the same person. */
export function looseLikeness(a: string, b: string): Likeness | undefined {
  if (a.length < 2 || b.length < 2) return undefined;
  const score = soundLikeness(soundOf(a), soundOf(b));
  return score < LIKENESS_MIN ? undefined : { score: score * LOOSE_FACTOR, how: 'sound' };
}
