import { withoutInvisible } from '@tknest/contracts/rules';
import anyAscii from 'any-ascii';
import unhomoglyph from 'unhomoglyph';

/** One word of a name, prepared for comparison. */
export interface Word {
  /** In Latin letters and digits, lower case. */
  text: string;
  /** What its letters look like, if that is a different word: Cyrillic “сор” reads “sor” but looks like “cop”. */
  looks: string | null;
  /** As it was written. */
  written: string;
  /** Whether it comes from a script that omits short vowels, so that it is compared by its consonants. */
  consonantal: boolean;
}

const CONSONANTAL = /[\p{Script=Hebrew}\p{Script=Syriac}]/u;
/** Scripts without spaces: every character is a word. */
const SIGNS = /([\p{Script=Han}\p{Script=Hangul}])/gu;
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

const APOSTROPHES = /['’‘`´ʼʿʾ]/gu;

/** Words in the order written, in Latin letters; apostrophes join words, hyphens and other characters separate them. */
export const wordsOf = (name: string): Word[] => writtenWords(name).flatMap((written) => read(written) ?? []);

/** A cache, because words recur. */
const known = new Map<string, Word | null>();
const KNOWN_MAX = 10_000;

/** Null if nothing of it can be read. */
function read(written: string): Word | null {
  let word = known.get(written);
  if (word === undefined) {
    if (known.size >= KNOWN_MAX) known.clear();
    const text = latin(written);
    word =
      text === '' ? null : { text, looks: looksOf(written, text), written, consonantal: CONSONANTAL.test(written) };
    known.set(written, word);
  }
  return word;
}

/**
 * Whether every word of a name can be compared: some scripts cannot be transliterated, and symbols alone are not a
 * name.
 */
export function isReadable(name: string): boolean {
  const lettered = writtenWords(name).filter((written) => /\p{L}/u.test(written));
  return lettered.length > 0 && lettered.every((written) => read(written) !== null);
}

const ASCII = /^[\x20-\x7e]*$/;

function writtenWords(name: string): string[] {
  if (ASCII.test(name)) return name.replace(/['`]/g, '').split(/[^A-Za-z0-9]+/);
  return withoutInvisible(name)
    .normalize('NFKC')
    .replace(APOSTROPHES, '')
    .replace(SIGNS, ' $1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
}

function latin(written: string): string {
  const text = anyAscii(written)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  // Digits among letters are read as the letters they look like.
  return /[a-z]/.test(text) && /\d/.test(text) ? text.replace(/\d/g, (digit) => LEET[digit] ?? digit) : text;
}

/**
 * What the letters of a word look like, in Latin letters; null if that is the same as how it is read. Computed before
 * lowercasing, because an uppercase letter may have a different look-alike than its lowercase form. Source: UTS 39,
 * "skeleton".
 */
function looksOf(written: string, text: string): string | null {
  if (ASCII.test(written)) return null;
  const seen = latin(Array.from(written, prototypeOf).join(''));
  return seen === '' || seen === text ? null : seen;
}

/** The Latin letter that a character looks like; a character without one stays as it is. */
function prototypeOf(sign: string): string {
  if (ASCII.test(sign)) return sign;
  const prototype = unhomoglyph(sign);
  // Unicode's own prototypes of "I" and "m".
  if (prototype === 'l' && /\p{Lu}/u.test(sign)) return 'I';
  return prototype === 'rn' ? 'm' : prototype;
}

const SOUNDED = [
  [/[śşšș]/giu, 'sh'],
  [/[źżž]/giu, 'zh'],
  [/[çćč]/giu, 'ch'],
] as const;

/** A name as it is; if it has letters whose signs an English spelling writes with an h, also spelled so. */
export function spellingsOf(name: string): string[] {
  if (ASCII.test(name)) return [name];
  const composed = name.normalize('NFC');
  const sounded = SOUNDED.reduce((text, [signs, sound]) => text.replace(signs, sound), composed);
  return sounded === composed ? [name] : [name, sounded];
}

/** Splits "SURNAME, Given"; without a comma, it is unknown which word is which. */
export function partsOf(name: string): { given: Word[]; surname: Word[] | null } {
  const comma = name.indexOf(',');
  const words = comma < 0 ? [] : wordsOf(name.slice(comma + 1));
  return words.length === 0
    ? { given: wordsOf(name), surname: null }
    : { given: words, surname: wordsOf(name.slice(0, comma)) };
}
