/**
 * Compares a word in Arabic letters (Arabic, Persian, Urdu, Pashto) with a word in Latin letters, letter by letter.
 * The tables say how passports and lists write each letter in English, French and German spelling.
 */

/** Stands for the article before a word: “l” is written or not, and before a sun letter the letter is doubled. */
export const ARTICLE = '+';

/** Letters of the other languages, and other forms of a letter, by the letter that is compared in their place. */
const FORMS: Readonly<Record<string, string>> = {
  ا: 'أإٱٲٳ',
  و: 'ؤۆۇۈۉۋ',
  ي: 'یېۍێےۓ',
  ك: 'کڪ',
  گ: 'ګݢ',
  ه: 'ہھەۀۂۿ',
  ة: 'ۃ',
  ت: 'ټٹ',
  د: 'ډڈ',
  ر: 'ړڑ',
  ن: 'ڼںڻ',
};
const FORM_OF = new Map(Object.entries(FORMS).flatMap(([letter, forms]) => [...forms].map((form) => [form, letter])));

/** A word with one form of each letter, without marks, lengthened strokes and the hamza on its own. */
export const plainLetters = (word: string): string =>
  Array.from(word.replace(/[\p{M}\u{640}ء]/gu, ''), (letter) => FORM_OF.get(letter) ?? letter).join('');

interface Letter {
  /** How it is written in Latin letters, with the cost of each, by the first of them. */
  written: ReadonlyMap<string, readonly (readonly [text: string, cost: number])[]>;
  /** The cost if nothing is written for it. */
  omitted: number;
  /** Its coarse classes, one of which it has; `-` stands for none. */
  classes: string;
}

/** A spelling that is rare, and one that is rather another letter's. */
const RARE = 0.2;
const OTHER = 0.5;

/** Per letter: its coarse classes, the cost of omission, its usual, rare and odd spellings. */
const TABLE = `
ب B 1 b|p
پ B 1 p|b
ت T 1 t||th d
ث ST 1 th t s|z
ج JK 1 j dj|g dg gu|y zh c
چ JS 1 ch tch|j tsh c|sh
ح - .7 h||kh
خ X 1 kh|ch x h|k
د D 1 d||t
ذ DS 1 dh d z|th
ر R 1 r
ز S 1 z||s j
ژ J 1 zh j|z
ځ S 1 z dz|j d
څ S 1 ts s c|ch
ږ JK 1 zh g|j
س S 1 s|c|z
ش S 1 sh ch|sch s
ښ SX 1 sh kh|x h
ص S 1 s|c|z
ض DS 1 d dh z|th
ط T 1 t|th
ظ DS 1 z dh th|d|t
ع - 0 a i o u e|aa ou oo
غ K 1 gh g|kh q k
ف F 1 f ph|v
ڤ F 1 v f
ق K 1 q k|g gh c kh
ك K 1 k c|q ck|g
گ K 1 g|gh|k
ل L 1 l
م M 1 m
ن N 1 n
ه - .5 h|e a ah eh
ة - 0 a ah e eh|at et h t
و - 1 u o w ou oo v|au aw eu ow|e
ي - 1 i y ee ai ei ay ey ie|e j|a
ى - .3 a i y|e ah
ئ - 0 i y e|a
ا - .7 a aa|e|o i u
آ - .7 a aa|e|o
+ -L 0 l
`;

const LETTERS = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, Letter] => {
      const [letter = '', classes = '', omitted = '', ...rest] = line.split(' ');
      const written = rest
        .join(' ')
        .split('|')
        .flatMap((texts, tier) =>
          texts
            .split(' ')
            .filter(Boolean)
            .map((text): [string, number] => [text, [0, RARE, OTHER][tier]!]),
        );
      const byFirst = new Map(
        written.map(([text]) => [text.charAt(0), written.filter((one) => one[0][0] === text[0])]),
      );
      return [letter, { written: byFirst, omitted: Number(omitted), classes }];
    }),
);

const VOWELS = 'aeiou';
/** Short vowels are not written in Arabic letters: one vowel is free, a second one beside it speaks for a long one. */
const SECOND_VOWEL = 0.4;
const FIRST_VOWEL = 0.4;
const SILENT = 0.4;
const UNWRITTEN = 1;
/** A glued article that only the Latin word has. */
const GLUED_ARTICLE = 0.2;
const SHORTEST = 3;
const UNKNOWN: Letter = { written: new Map(), omitted: UNWRITTEN, classes: '-' };

/** A vowel at the end is written in Arabic letters too. */
const LAST_VOWEL = 0.5;

/** The cost of a Latin letter that no Arabic one explains. */
function unexplained(latin: string, at: number): number {
  const letter = latin.charAt(at);
  if (letter === 'h') return SILENT;
  if (letter === 'y' || letter === 'w') return OTHER;
  if (!VOWELS.includes(letter)) return UNWRITTEN;
  if (at === 0) return FIRST_VOWEL;
  if (at === latin.length - 1) return LAST_VOWEL;
  return VOWELS.includes(latin.charAt(at - 1)) ? SECOND_VOWEL : 0;
}

/** Consonants doubled in Latin letters are single in Arabic ones. */
export const singled = (latin: string): string => latin.replace(/([^aeiou])\1+/g, '$1');

/**
 * How well a Latin word reads as a word in Arabic letters, 0 to 1.
 * @param arabic with `plainLetters`, an article as `ARTICLE`
 * @param latin lower case, `singled`
 */
export function readsAs(arabic: string, latin: string): number {
  const { length } = latin;
  const others = Array.from(latin, (_, at) => unexplained(latin, at));
  /** Per number of Latin letters read so far: the least cost of reading the Arabic letters so far in them. */
  let costs = new Float64Array(length + 1).fill(Infinity);
  costs[0] = 0;
  const skipping = (row: Float64Array) => {
    for (let at = 0; at < length; at++) row[at + 1] = Math.min(row[at + 1]!, row[at]! + others[at]!);
  };
  skipping(costs);
  const hasArticle = arabic.startsWith(ARTICLE);
  // An article that is glued to the Latin word alone; after one in both, its vowel comes first.
  if (!hasArticle && length > 4 && /^[aeu]l/.test(latin)) costs[2] = Math.min(costs[2]!, GLUED_ARTICLE);
  if (hasArticle && VOWELS.includes(latin.charAt(0))) costs[1] = 0;
  let counted = 0;
  for (const letter of arabic) {
    const { written, omitted } = LETTERS.get(letter) ?? UNKNOWN;
    if (omitted > 0) counted++;
    const next = costs.map((cost) => cost + omitted);
    for (let at = 0; at < length; at++)
      for (const [text, of] of written.get(latin.charAt(at)) ?? [])
        if (text.length === 1 || latin.startsWith(text, at))
          next[at + text.length] = Math.min(next[at + text.length]!, costs[at]! + of);
    skipping(next);
    costs = next;
  }
  return Math.max(0, 1 - costs[length]! / Math.max(SHORTEST, counted));
}

/** More readings of one word are not indexed. */
const KEYS_MAX = 12;

/** Coarse classes of Latin spellings, longest first; other letters have none. */
const LATIN_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^(?:tch|sch|tsh|sh)/, 'S'],
  [/^(?:kh|x)/, 'X'],
  [/^ch/, 'SJX'],
  [/^zh/, 'JS'],
  [/^d?j/, 'J'],
  [/^gh/, 'K'],
  [/^th/, 'TS'],
  [/^dh/, 'DS'],
  [/^(?:ph|f|v)/, 'F'],
  [/^[bp]/, 'B'],
  [/^c/, 'KS'],
  [/^[kqg]/, 'K'],
  [/^[sz]/, 'S'],
  [/^t/, 'T'],
  [/^d/, 'D'],
  [/^l/, 'L'],
  [/^m/, 'M'],
  [/^n/, 'N'],
  [/^r/, 'R'],
];

/** Each choice of classes in turn, the same class twice in a row as one. */
function keysOf(classes: readonly string[]): string[] {
  let keys = [''];
  for (const choice of classes) {
    const longer = keys.flatMap((key) =>
      [...choice].map((one) => (one === '-' || key.endsWith(one) ? key : key + one)),
    );
    keys = [...new Set(longer)].slice(0, KEYS_MAX);
  }
  return keys;
}

/** The coarse keys of a word in Arabic letters: the classes of its consonants. */
export const arabicKeys = (word: string): string[] =>
  keysOf(Array.from(word, (letter) => LETTERS.get(letter)?.classes ?? '-'));

/** The coarse keys of a word in Latin letters. */
export function latinKeys(word: string): string[] {
  const classes: string[] = [];
  for (let at = 0; at < word.length;) {
    const rest = word.slice(at);
    const found = LATIN_CLASSES.find(([spelling]) => spelling.test(rest));
    if (found) classes.push(found[1]);
    at += found ? found[0].exec(rest)![0].length : 1;
  }
  return keysOf(classes);
}
