import { besidesConsonants, isVowel, tableOf, type Letters } from './letters.js';

/**
 * How passports and lists write the letters of Arabic, Persian, Urdu and Pashto in English, French and German spelling.
 */

/** Stands for the article before a word: “l” is written or not, and before a sun letter the letter is doubled. */
export const ARTICLE = '+';

/** Letters of the other languages, and other forms of a letter, by the letter that is compared in their place. */
const FORMS = 'اأإٱٲٳ وؤۆۇۈۉۋ يیېۍێےۓ كکڪ گګݢ هہھەۀۂۿ ةۃ تټٹ دډڈ رړڑ نڼںڻ';
const FORM_OF = new Map(FORMS.split(' ').flatMap(([letter = '', ...forms]) => forms.map((form) => [form, letter])));

/** A word with one form of each letter, without marks, lengthened strokes and the hamza on its own. */
export const plainLetters = (word: string): string =>
  Array.from(word.replace(/[\p{M}\u{640}ء]/gu, ''), (letter) => FORM_OF.get(letter) ?? letter).join('');

const TABLE = tableOf(`
ب B 1 b|p;پ B 1 p|b;ت T 1 t||th d;ث ST 1 th t s|z;ج JK 1 j dj|g dg gu|y zh c;چ JS 1 ch tch|j tsh c|sh;
ح - .7 h||kh;خ X 1 kh|ch x h|k;د D 1 d||t;ذ DS 1 dh d z|th;ر R 1 r;ز S 1 z||s j;ژ J 1 zh j|z;ځ S 1 z dz|j d;
څ S 1 ts s c|ch;ږ JK 1 zh g|j;س S 1 s|c|z;ش S 1 sh ch|sch s;ښ SX 1 sh kh|x h;ص S 1 s|c|z;ض DS 1 d dh z|th;
ط T 1 t|th;ظ DS 1 z dh th|d|t;ع - 0 a i o u e|aa ou oo;غ K 1 gh g|kh q k;ف F 1 f ph|v;ڤ F 1 v f;
ق K 1 q k|g gh c kh;ك K 1 k c|q ck|g;گ K 1 g|gh|k;ل L 1 l;م M 1 m;ن N 1 n;ه - .5 h|e a ah eh;
ة - 0 a ah e eh|at et h t;و - 1 u o w ou oo v|au aw eu ow|e;ي - 1 i y ee ai ei ay ey ie|e j|a;
ى - .3 a i y|e ah;ئ - 0 i y e|a;ا - .7 a aa|e|o i u;آ - .7 a aa|e|o;+ -L 0 l`);

/** A glued article that only the Latin word has. */
const GLUED_ARTICLE = 0.2;

/** Of words with `plainLetters`, and an article as `ARTICLE`; Latin ones are `singled`. */
export const ARABIC_LETTERS: Letters = {
  of: (letter) => TABLE.get(letter),
  unexplained: besidesConsonants,
  begin(own, latin, costs) {
    // After an article that both words have, its vowel comes first.
    if (own.startsWith(ARTICLE)) costs[1] = isVowel(latin.charAt(0)) ? 0 : costs[1]!;
    else if (latin.length > 4 && /^[aeu]l/.test(latin)) costs[2] = Math.min(costs[2]!, GLUED_ARTICLE);
  },
};
