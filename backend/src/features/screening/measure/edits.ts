import type { Random } from '#platform/seeded-random.js';

/**
 * Ways in which names get changed before they reach the platform. Each gets the words of a listed name, given names
 * first, and returns what somebody enters; null if the edit does not apply to this name.
 */
export type Edit = (words: readonly string[], random: Random) => string | null;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MIDDLE_NAMES = `Alexander Maria Ibrahim Wei Carlos Ivanovich Fatima Jean Kofi Hiroshi Thomas Elena Omar Singh Paul
  Sofia Ahmed Louise Andrei Teresa`.split(/\s+/);
const TITLES = ['Mr.', 'Mrs.', 'Dr.', 'Prof.', 'Sheikh', 'Haji', 'General', 'Eng.', 'Sir'];
const SUFFIXES = ['Jr.', 'III', 'Ph.D.', 'Esq.'];
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  z: 'ž',
  y: 'ý',
  l: 'ł',
  d: 'đ',
};
/** Invisible characters: soft hyphen, zero-width space, joiner and non-joiner, word joiner. */
const INVISIBLE = ['\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}'];
/** Letters of other scripts that look like Latin ones. */
// prettier-ignore
const CYRILLIC: Readonly<Record<string, string>> = {
  A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', I: 'І', J: 'Ј', K: 'К', M: 'М', O: 'О', P: 'Р', S: 'Ѕ', T: 'Т', X: 'Х', Y: 'У',
  a: 'а', c: 'с', d: 'ԁ', e: 'е', h: 'һ', i: 'і', j: 'ј', o: 'о', p: 'р', q: 'ԛ', s: 'ѕ', w: 'ԝ', x: 'х', y: 'у',
};
// prettier-ignore
const GREEK: Readonly<Record<string, string>> = {
  A: 'Α', B: 'Β', E: 'Ε', H: 'Η', I: 'Ι', K: 'Κ', M: 'Μ', N: 'Ν', O: 'Ο', P: 'Ρ', T: 'Τ', X: 'Χ', Y: 'Υ', Z: 'Ζ',
};
const FILLERS =
  `Alba Bruno Clara Dora Emil Flora Greta Hugo Ines Jonas Klara Lena Milo Nora Oskar Paula Rosa Stella Theo
  Ulla`.split(/\s+/);
/** Other spellings of the same sounds, by other clerks and in other languages. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/kh/i, 'h'],
  [/kh/i, 'ch'],
  [/sh/i, 'ch'],
  [/sh/i, 'sch'],
  [/ch/i, 'tch'],
  [/zh/i, 'j'],
  [/j/i, 'dj'],
  [/ph/i, 'f'],
  [/q/i, 'k'],
  [/k/i, 'q'],
  [/c(?=[aou])/i, 'k'],
  [/w/i, 'v'],
  [/v/i, 'w'],
  [/ou/i, 'u'],
  [/oo/i, 'u'],
  [/u/i, 'ou'],
  [/u/i, 'o'],
  [/o/i, 'u'],
  [/ee/i, 'i'],
  [/i/i, 'ee'],
  [/i/i, 'y'],
  [/y/i, 'i'],
  [/y/i, 'j'],
  [/e/i, 'i'],
  [/e/i, 'a'],
  [/a/i, 'e'],
  [/ai/i, 'ei'],
  [/ei/i, 'ai'],
  [/aa/i, 'a'],
  [/iy$/i, 'y'],
  [/iy$/i, 'ij'],
  [/ev$/i, 'eff'],
  [/ov$/i, 'off'],
  [/z/i, 's'],
  [/s(?=[aeiou])/i, 'z'],
  [/ts/i, 'tz'],
  [/dh/i, 'd'],
  [/th/i, 't'],
  [/gh/i, 'g'],
  [/x/i, 'ks'],
  [/ah$/i, 'a'],
  [/([bdlmnst])\1/i, '$1'],
  [/(?<=[aeiou])([dlmnst])(?=[aeiou])/i, '$1$1'],
];

function typo(word: string, random: Random): string {
  const at = random.below(word.length);
  const letter = random.pick([...LETTERS]);
  switch (random.below(4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + letter + word.slice(at);
    case 2:
      return word.length < 4 ? word + letter : word.slice(0, at) + word.slice(at + 1);
    default:
      return at + 1 < word.length
        ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
        : word.slice(0, at) + letter;
  }
}

const without = <T>(items: readonly T[], at: number) => items.filter((_, index) => index !== at);
const changed = (items: readonly string[], at: number, change: (item: string) => string) =>
  items.map((item, index) => (index === at ? change(item) : item));
const long = (words: readonly string[]) => words.flatMap((word, at) => (word.length > 3 ? [at] : []));

function respelled(words: readonly string[], random: Random): string | null {
  let text = words.join(' ');
  const usable = SPELLINGS.filter(([from]) => words.some((word) => from.test(word)));
  if (usable.length < 2) return null;
  for (let changes = 0; changes < 2; changes++) {
    const pair = random.pick(usable);
    usable.splice(usable.indexOf(pair), 1);
    const [from, to] = pair;
    const now = text.split(' ');
    const places = now.flatMap((word, at) => (from.test(word) ? [at] : []));
    if (places.length === 0) continue;
    text = changed(now, random.pick(places), (word) => word.replace(from, to)).join(' ');
  }
  return text;
}

/** The word in letters of one other script that look the same; null if one of its letters has no such look-alike. */
function lookAlike(word: string): string | null {
  const small = [...word.toLowerCase()];
  if (small.every((letter) => letter in CYRILLIC)) return small.map((letter) => CYRILLIC[letter]).join('');
  const capitals = [...word.toUpperCase()];
  const script = [GREEK, CYRILLIC].find((letters) => capitals.every((letter) => letter in letters));
  return script ? capitals.map((letter) => script[letter]).join('') : null;
}

export const EDITS: Readonly<Record<string, Edit>> = {
  'as listed': (words) => words.join(' '),
  'order changed': (words, random) => {
    const at = 1 + random.below(words.length - 1);
    return [...words.slice(at), ...words.slice(0, at)].join(' ');
  },
  'one typo': (words, random) => {
    const places = long(words);
    if (places.length === 0) return null;
    return changed(words, random.pick(places), (word) => typo(word, random)).join(' ');
  },
  'a typo in every word': (words, random) =>
    words.map((word) => (word.length > 3 ? typo(word, random) : word)).join(' '),
  'one word dropped (3+)': (words, random) =>
    words.length < 3 ? null : without(words, random.below(words.length)).join(' '),
  'only first and last word (3+)': (words) => (words.length < 3 ? null : `${words[0]} ${words.at(-1)}`),
  'a middle name added': (words, random) => [words[0], random.pick(MIDDLE_NAMES), ...words.slice(1)].join(' '),
  'two words joined': (words, random) => {
    const at = random.below(words.length - 1);
    return [...words.slice(0, at), words.slice(at, at + 2).join(''), ...words.slice(at + 2)].join(' ');
  },
  'second name as an initial (3+)': (words) =>
    words.length < 3 ? null : changed(words, 1, (word) => word.charAt(0).toUpperCase()).join(' '),
  'second name as an initial with a dot (3+)': (words) =>
    words.length < 3 ? null : changed(words, 1, (word) => `${word.charAt(0).toUpperCase()}.`).join(' '),
  accents: (words) =>
    words.map((word) => word.replace(/[aeiouncszyld]/, (letter) => ACCENTS[letter] ?? letter)).join(' '),
  'a title': (words, random) =>
    random.below(2) === 0 ? `${random.pick(TITLES)} ${words.join(' ')}` : `${words.join(' ')} ${random.pick(SUFFIXES)}`,
  'another transliteration': respelled,
  'an invisible character in every word': (words, random) =>
    words
      .map((word) => {
        const at = 1 + random.below(Math.max(1, word.length - 1));
        return word.slice(0, at) + random.pick(INVISIBLE) + word.slice(at);
      })
      .join(' '),
  'one letter of another script': (words, random) => {
    const places = words.flatMap((word, at) => ([...word].some((letter) => letter in CYRILLIC) ? [at] : []));
    if (places.length === 0) return null;
    return changed(words, random.pick(places), (word) => {
      const letters = [...word];
      const place = random.pick(letters.flatMap((letter, index) => (letter in CYRILLIC ? [index] : [])));
      return changed(letters, place, (letter) => CYRILLIC[letter] ?? letter).join('');
    }).join(' ');
  },
  'a whole word in look-alikes': (words, random) => {
    const looks = words.map(lookAlike);
    const places = looks.flatMap((look, at) => (look ? [at] : []));
    if (places.length === 0) return null;
    const at = random.pick(places);
    return changed(words, at, (word) => looks[at] ?? word).join(' ');
  },
  'filler words before it': (words, random) => {
    const room = 16 - words.length;
    const fillers = Array.from({ length: 1 + random.below(Math.max(1, room)) }, () => random.pick(FILLERS));
    return [...fillers, ...words].join(' ');
  },
};
