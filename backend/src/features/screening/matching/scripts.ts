import { ARABIC, latinWords } from './arabic-names.js';
import { DEVANAGARI } from './devanagari.js';
import { joinedWord, type Family, type ReadWord } from './family.js';
import { HAN } from './han.js';
import { HANGUL } from './hangul.js';
import { HEBREW } from './hebrew.js';
import { latinKeys, singled } from './letters.js';

export const FAMILIES: readonly Family[] = [ARABIC, HEBREW, HANGUL, HAN, DEVANAGARI];

const ASCII = /^[\x20-\x7e]*$/;

/** The script of a name that is compared letter by letter with Latin names; undefined for Latin and other names. */
export const familyOf = (name: string): Family | undefined =>
  ASCII.test(name) ? undefined : FAMILIES.find((family) => family.is(name));

/** Words in Latin letters, as names in a family's script are compared with them. */
export function latinWordsFor({ kind }: Family, texts: readonly string[]): ReadWord[] {
  if (kind === 'articles') return latinWords(texts);
  return texts.map((text) => {
    const letters = kind === 'syllables' ? text : singled(text);
    return { script: 'Latin', letters, text, written: text, keys: latinKeys(text) };
  });
}

/** The words as written, and with two neighbors as one, which some spellings join. */
export function readingsOf(words: readonly ReadWord[]): (readonly ReadWord[])[] {
  const joins = words.slice(1).map((second, at) => {
    const one = joinedWord(words[at]!, second);
    return [...words.slice(0, at), one, ...words.slice(at + 2)];
  });
  return [words, ...joins];
}
