import { withoutInvisible } from '@tknest/contracts/rules';
import { isVowel, keysOf, ownKeys, SILENT, type Letters } from './letters.js';

export type Script = 'Latin' | 'Arabic' | 'Hebrew' | 'Hangul' | 'Han' | 'Devanagari';

/** A word of a name, prepared for the comparison of another script with Latin letters. */
export interface ReadWord {
  script: Script;
  /** As the family's table has them, or lower-case Latin letters. */
  letters: string;
  /** For its weight: in Latin letters if it is a title. */
  text: string;
  written: string;
  /** The classes of its consonants, in each of its readings. */
  keys: readonly string[];
}

/** A script whose words are compared with Latin ones. */
export interface Family extends Letters {
  script: Exclude<Script, 'Latin'>;
  /** Whether all letters of a name are of the script. */
  is(name: string): boolean;
  words(name: string): ReadWord[];
  /**
   * `articles`: short vowels and articles may be left out, so listed words are compared without articles. `syllables`:
   * each character is a word. Consonants of the same classes are evidence except in syllables.
   */
  kind: 'articles' | 'letters' | 'syllables';
  /** Letters correspond too loosely for a hit by the name alone. */
  isCoarse?: true;
}

/** Whether all letters of a name are of these scripts. */
export function onlyIn(...scripts: string[]): (name: string) => boolean {
  const own = scripts.map((script) => `\\p{sc=${script}}`).join('');
  const pattern = new RegExp(`^(?=.*[${own}])[${own}\\p{sc=Common}\\p{sc=Inherited}]*$`, 'u');
  return (name) => pattern.test(name.normalize('NFKC'));
}

/** The words of a name as they are written, without invisible characters. */
export const writtenWords = (name: string): string[] =>
  withoutInvisible(name)
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\u{640}]+/u)
    .filter(Boolean);

export function readWord(family: Letters & Pick<Family, 'script'>, letters: string, text = letters, written = letters) {
  return { script: family.script, letters, text, written, keys: ownKeys(family, letters) };
}

/** Two neighbors as one word. */
export const joinedWord = (first: ReadWord, second: ReadWord): ReadWord => ({
  ...first,
  letters: first.letters + second.letters,
  text: first.text + second.text,
  written: `${first.written} ${second.written}`,
  keys: keysOf([first.keys, second.keys]),
});

/** The cost of a Latin letter besides those of a script that writes every sound. */
export const besidesAll = (latin: string, at: number): number =>
  latin[at] === 'h' || (latin[at] === latin[at - 1] && !isVowel(latin.charAt(at))) ? SILENT : MORE;
/** What is left out of a syllable, or added to one, makes another name. */
export const MORE = 1.5;
