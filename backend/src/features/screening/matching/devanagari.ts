import { onlyIn, readWord, writtenWords, type Family } from './family.js';
import { besidesConsonants, tableOf } from './letters.js';

/** How Indian passports write the letters of Devanagari, and of the scripts whose letters correspond to them. */
const TABLE = tableOf(`
अ - 0 a;आा - .7 a aa;इईिी - 1 i ee|y e;उऊुू - 1 u oo|o w;ऋृ R 1 ri ru|r;एे - 1 e|a ay ai;ऐै - 1 ai ay|ei e;ओो - 1 o|oo ou;
औौ - 1 au ou|o ow;ंँ -N .3 n m;क K 1 k|c q;ख KX 1 kh|k;ग K 1 g|gh;घ K 1 gh|g;ङञणन N 1 n|ny;च J 1 ch|c;छ J 1 chh ch;ज JS 1 j z;
झ J 1 jh|j;टत T 1 t|th;ठथ T 1 th|t;ड DR 1 d|r dh;ढ DR 1 dh|d rh;द D 1 d|dh;ध D 1 dh|d;प B 1 p;फ FB 1 ph f|p;ब B 1 b|v w;
भ B 1 bh|b;म M 1 m;य -J 1 y|i j;र R 1 r;लळ L 1 l;व -FB 1 v w|b;श S 1 sh s;ष S 1 sh|s;स S 1 s|sh;ह - .7 h`);
/** These scripts have the same letters at the same places of their blocks, which are of 128 code points each. */
const SCRIPTS = ['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Telugu', 'Kannada', 'Malayalam'];
const inDevanagari = (letter: string): string => String.fromCodePoint(0x900 + (letter.codePointAt(0)! % 0x80));
/** Signs for a consonant without a vowel, one of another language, and an aspiration at the end. */
const SIGNS = /[\u{93C}\u{94D}\u{903}]/gu;

export const DEVANAGARI: Family = {
  script: 'Devanagari',
  kind: 'letters',
  isCoarse: true,
  is: onlyIn(...SCRIPTS),
  of: (letter) => TABLE.get(letter),
  unexplained: besidesConsonants,
  words: (name) =>
    writtenWords(name).map((written) => {
      const letters = Array.from(written.normalize('NFD'), inDevanagari).join('').normalize('NFD').replace(SIGNS, '');
      return readWord(DEVANAGARI, letters, letters, written);
    }),
};
