import { ARTICLE, ARABIC_LETTERS, plainLetters } from './arabic-letters.js';
import { onlyIn, readWord, writtenWords, type Family, type ReadWord } from './family.js';
import { latinKeys, singled } from './letters.js';

/** Titles, as the weights of words know them. */
const TITLES = new Map(
  'شيخ:sheikh ملا:mullah مولوي:mawlawi مولانا:maulana حاج:haji حاجي:haji سيد:sayed دكتور:doctor'
    .split(' ')
    .map((one) => one.split(':') as [arabic: string, latin: string]),
);
/** Son, daughter and the Mauritanian “ould” are left out on both sides: spellings differ in whether they stand. */
const SON = new Set('بن ابن بنت ولد'.split(' '));
const LATIN_SON = new Set('bin ibn ben bint binti ould wuld'.split(' '));
const LATIN_ARTICLES = new Set('al el ul il l ar er ur as es us ash esh ad ed ud an en at et az'.split(' '));
const SERVANT = 'عبد';
/** “Servant of the”, with the article in every spelling. */
const LATIN_SERVANT = /^abd(?:[aeou](?:l|r|s|sh|d|n|t|z))?$/;
const FATHER = new Set(['ابو', 'ابي']);
const LATIN_FATHER = new Set('abu abou abo aboo'.split(' '));
const GOD = 'الله';
const LATIN_GOD = /^[aeou]l+ah?$/;
/** “Born of”, in Persian family names. */
const BORN = 'زاده';
const LATIN_BORN = /^zad(?:a|ah|e|eh)$/;

/** The words of a name in Arabic letters: names that consist of two words (`عبد الرحمن`, `نور الله`) as one. */
function arabicWords(name: string): ReadWord[] {
  const tokens = writtenWords(name)
    .map((written) => ({ letters: plainLetters(written), written }))
    .filter(({ letters }) => letters !== '' && letters !== 'ال' && letters !== 'آل');
  return joined(tokens, {
    isSon: (letters) => SON.has(letters),
    bindsNext: (letters) => letters === SERVANT || FATHER.has(letters),
    bindsBefore: (letters) => letters === GOD || letters === BORN,
  }).map(({ parts, written }) => {
    const letters = parts.map(withArticle).join('');
    return readWord(ARABIC, letters, TITLES.get(letters.replaceAll(ARTICLE, '')), written);
  });
}

export const ARABIC: Family = {
  ...ARABIC_LETTERS,
  script: 'Arabic',
  kind: 'articles',
  is: onlyIn('Arabic'),
  words: arabicWords,
};

/** An article as a sign: before at least two letters, after “servant”, and in the endings that names are glued with. */
function withArticle(letters: string, at: number): string {
  if (letters === GOD) return at === 0 ? 'اله' : 'له';
  return letters
    .replace(/(?<=..)الله$/u, 'له')
    .replace(/(?<=..)ال(?=دين$|رحم|حق$)/u, ARTICLE)
    .replace(/^(عبد)?ال(?=..)/u, `$1${ARTICLE}`);
}

/** The words of a name in Latin letters, in the same way. */
export function latinWords(texts: readonly string[]): ReadWord[] {
  const tokens = texts
    .filter((text, at) => !LATIN_ARTICLES.has(text) || (at > 0 && texts[at - 1] === 'abd'))
    .map((text) => ({ letters: text, written: text }));
  return joined(tokens, {
    isSon: (letters) => LATIN_SON.has(letters),
    bindsNext: (letters, before) =>
      LATIN_SERVANT.test(letters) || LATIN_FATHER.has(letters) || (before === 'abd' && LATIN_ARTICLES.has(letters)),
    bindsBefore: (letters) => LATIN_GOD.test(letters) || LATIN_BORN.test(letters),
  }).map(({ parts, written }) => {
    const letters = singled(parts.join(''));
    return { script: 'Latin', letters, text: parts.join(''), written, keys: latinKeys(letters) };
  });
}

interface Bonds {
  isSon(letters: string): boolean;
  bindsNext(letters: string, before: string | undefined): boolean;
  bindsBefore(letters: string): boolean;
}
type Token = Pick<ReadWord, 'letters' | 'written'>;
type Joined = { parts: string[]; written: string };

/** Tokens that are one name together; without “son of”, unless nothing else would be left. */
function joined(tokens: readonly Token[], { isSon, bindsNext, bindsBefore }: Bonds): Joined[] {
  const names = tokens.filter(({ letters }) => !isSon(letters));
  const words: Joined[] = [];
  let open = false;
  let before: string | undefined;
  for (const { letters, written } of names.length > 0 ? names : tokens) {
    const last = words.at(-1);
    const bound = last && (open || (bindsBefore(letters) && last.parts.length === 1));
    if (bound) {
      last.parts.push(letters);
      last.written += ` ${written}`;
    } else words.push({ parts: [letters], written });
    open = bindsNext(letters, before);
    before = letters;
  }
  return words;
}
