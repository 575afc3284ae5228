import { onlyIn, readWord, writtenWords, type Family } from './family.js';
import { besidesConsonants, tableOf } from './letters.js';

/** How passports and lists write Hebrew letters, without vowel points; a letter with a geresh is read as both. */
const TABLE = tableOf(`
א - 0 a e|o i u;ב BF 1 b v|bh|w;ג KJ 1 g|gh j dj;ד D 1 d|dh;ה - .7 h a ah e eh||o oh;ו -F 1 v o u|w oo ou oh;ז S 1 z|s|j zh;
ח -X 1 h ch|kh;ט T 1 t|th;י -J 1 y i|j ee ie ei ai e|ay a;כך KX 1 k ch c|h|kh q;ל L 1 l;מם M 1 m;נן N 1 n;ס S 1 s|c z;
ע - 0 a e o i|aa u;פף BF 1 p f ph;צץ -T.S 1 tz ts z|c s|ch;ק K 1 k|c q ck;ר R 1 r;ש S 1 sh|s sch|ch;ת T 1 t|th|s`);
const SIGNS = /[\p{M}'’"\u{5F3}\u{5F4}]/gu;

export const HEBREW: Family = {
  script: 'Hebrew',
  kind: 'letters',
  is: onlyIn('Hebrew'),
  of: (letter) => TABLE.get(letter),
  unexplained: besidesConsonants,
  words: (name) =>
    writtenWords(name.replace(SIGNS, '')).map((written) =>
      readWord(HEBREW, written.replace(/([וי])\1/gu, '$1'), written, written),
    ),
};
