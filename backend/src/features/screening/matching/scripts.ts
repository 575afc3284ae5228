import { ARABIC } from './arabic-names.js';
import { joinedWord, keyed, type Family, type ReadWord } from './family.js';
import { HAN } from './han.js';
import { HANGUL } from './hangul.js';
import { latinKeys } from './letters.js';

export const FAMILIES: readonly Family[] = [ARABIC, HANGUL, HAN];

/** The script of a name that is compared letter by letter with Latin names; undefined for Latin and other names. */
export const familyOf = (name: string): Family | undefined => FAMILIES.find((family) => family.is(name));

/** Words in Latin letters as they are. */
export const plainWords = (texts: readonly string[]): ReadWord[] =>
  texts.map((text) => ({ script: 'Latin', letters: text, text, written: text, ...keyed(latinKeys(text)) }));

/** The words as written, and with two neighbors as one, which some spellings join. */
export function readingsOf(words: readonly ReadWord[]): (readonly ReadWord[])[] {
  const joins = words.slice(1).map((second, at) => {
    const one = joinedWord(words[at]!, second);
    return [...words.slice(0, at), one, ...words.slice(at + 2)];
  });
  return [words, ...joins];
}
