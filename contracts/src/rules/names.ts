/**
 * How a person's name may be written. Every script is welcome, but a word that mixes scripts can look like another
 * word, and then no comparison with a sanctions list finds it. Source: Unicode Technical Standard 39, section 5.2,
 * "Highly Restrictive".
 */

/** Why a name cannot be compared with a list. */
export type NameFault = 'digits' | 'signs' | 'mixed';

export interface FaultyName {
  fault: NameFault;
  /** The word concerned, as written. */
  word: string;
}

/** Scripts in which a word may be written, one script a word; names as in Unicode's property Script. */
const SCRIPTS = `Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya
  Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Mongolian Hangul Han Hiragana
  Katakana Bopomofo Cherokee Canadian_Aboriginal Yi`.split(/\s+/);
/** Scripts that may be mixed in one word (UTS 39, "Highly Restrictive"). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const wordOf = (scripts: readonly string[]) =>
  new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}\\p{sc=Inherited}]+$`, 'u');
let words: readonly RegExp[] | undefined;
/** Made when a name is first checked: they take a slow phone longer than the rest of this file. */
const wordsOf = () => (words ??= [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(wordOf));

/**
 * Spaces and other characters that separate the words of a name: hyphens as keyboards and word processors write them,
 * and U+30FB in Japanese.
 */
const BETWEEN_WORDS = /[\s.,·\u{30FB}\u{2010}\u{2011}\u{2013}-]+/u;
/**
 * A short text that is shown as it is written: without control characters, and without those that turn the direction of
 * what follows, which make a text look like another one.
 */
export const PLAIN_TEXT = /^[^\p{Cc}\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]*$/u;
export const PLAIN_NAME_HELP = 'Write the name without line breaks and characters that change its direction';
const APOSTROPHES = /['’ʻʼ]/gu;
/** Invisible code points: some scripts need them to join or separate letters, but they never distinguish names. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Latin letters, and what is written between and above the letters of any script. */
const LATIN_NAME = /^[\p{scx=Latin}\p{sc=Common}\p{sc=Inherited}]*$/u;
const LATIN = /^[A-Za-z' ,.-]*$/;

/** The name without invisible code points. */
export const withoutInvisible = (name: string): string => name.replace(INVISIBLE, '');

/** Whether a name has no letters but Latin ones, with accents or without, as the lists have them. */
export const isLatinName = (name: string): boolean => LATIN_NAME.test(name.normalize('NFKC'));

/** The first word of a name that cannot be compared with a list, and why; null if every word can. */
export function faultOf(name: string): FaultyName | null {
  if (LATIN.test(name)) return null;
  for (const word of withoutInvisible(name).split(BETWEEN_WORDS)) {
    const letters = word.replace(APOSTROPHES, '');
    if (letters === '') continue;
    if (/\p{N}/u.test(letters)) return { fault: 'digits', word };
    if (/[^\p{L}\p{M}]/u.test(letters)) return { fault: 'signs', word };
    if (!wordsOf().some((scripts) => scripts.test(letters))) return { fault: 'mixed', word };
  }
  return null;
}

/** What the person who entered the name can do about it. */
export function nameHelp({ fault, word }: FaultyName): string {
  switch (fault) {
    case 'digits':
      return `Write “${word}” without digits, for example III for a third`;
    case 'signs':
      return `Write “${word}” with letters only; apostrophes, hyphens, commas and periods may stand between them`;
    case 'mixed':
      return `“${word}” mixes letters of different alphabets: write each word in one alphabet`;
  }
}
