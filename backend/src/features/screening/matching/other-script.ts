import { compareBirthDate } from '../list/birth-dates.js';
import { align, type Likeness, type ListedUnit, type ListedWord, type NameMatch, type Unit } from './alignment.js';
import type { Family, ReadWord } from './family.js';
import { joinedAt } from './joined-names.js';
import { readsAs, singled } from './letters.js';
import type { IndexedName } from './name-index.js';
import type { ListedReadWord, ReadWords, Side } from './read-words.js';
import { FAMILIES, familyOf, latinWordsFor, readingsOf } from './scripts.js';
import { weigh } from './weight.js';
import { partsOf } from './words.js';

/** From this likeness on, the letters of two words correspond. */
export const FINE_MIN = 0.8;
/** The score of words whose consonants are only of the same classes. */
const COARSE = 0.85;
/** Short vowels are not written, so the best reading is still no proof that the names are spelled the same. */
const FINE_MAX = 0.89;
/** Consonants of the same classes are no hit by name alone, but one with the same birth date (bands.ts). */
export const COARSE_MAX = 0.76;
/** Classes of consonants that more listed words have say nothing alone, even about people of the same birth date. */
const RARE = 30;
/** So many words that correspond are no accident of their short vowels, so nothing is deducted for these. */
const SEVERAL = 3;
/**
 * `fine`: from here on, letters correspond; `factor`: what that counts, because letters leave vowels open; `loose`:
 * below it words are unrelated, even in names of people who were born on the same day. Stricter where not measured.
 */
const LINES = {
  articles: { fine: FINE_MIN, factor: 0.97, loose: 0.6 },
  syllables: { fine: FINE_MIN, factor: 0.97, loose: 0.6 },
  letters: { fine: 0.85, factor: 0.9, loose: 0.75 },
};

/** One word of the screened name. */
interface ReadUnit extends Unit {
  /** Listed words whose consonants are of the same classes. */
  kin: ReadonlySet<ListedWord>;
  /** Those of them of which that alone says something. */
  evident: ReadonlySet<ListedWord>;
  lines: (typeof LINES)[Family['kind']];
  /** How well it reads as a listed word, or as several that are written as one. */
  likeness(listed: Pick<ListedUnit, 'word' | 'text'>): number;
}

/** Which words of two scripts are compared. */
interface Between {
  family: Family;
  /** The listed words. */
  side: Side;
}

/** Finds persons whose name is listed in Latin letters by a name in other ones, and the other way round. */
export class OtherScript {
  constructor(private readonly index: { names: readonly IndexedName[]; read: ReadWords }) {}

  /**
   * @param born a birth date (YYYY-MM-DD): parties with the same one are compared coarsely too
   * @param bornThen names of people born on that day, of whom any word may be other
   */
  find(name: string, born: string | null, bornThen: Iterable<IndexedName>): NameMatch[] {
    const own = familyOf(name);
    if (own) {
      const side = own.kind === 'articles' ? 'Latin' : 'plain';
      return this.among({ family: own, side }, own.words(name), born, bornThen);
    }
    const { given, surname } = partsOf(name);
    const texts = [...given, ...(surname ?? [])].map(({ text }) => text);
    return FAMILIES.filter(({ script }) => this.index.read.has(script)).flatMap((family) =>
      this.among({ family, side: family.script }, latinWordsFor(family, texts), born, bornThen),
    );
  }

  private among(
    between: Between,
    words: readonly ReadWord[],
    born: string | null,
    bornThen: Iterable<IndexedName>,
  ): NameMatch[] {
    const { family, side } = between;
    if (words.length === 0 || !this.index.read.has(side)) return [];
    return readingsOf(words).flatMap((reading) => {
      const units = this.read(reading, between);
      const fine = family.isCoarse
        ? []
        : this.candidates(units, between, false).flatMap((listed) => this.compare(units, side, listed));
      // A whole name in one word has no second word that agrees.
      if (born === null || reading.length < Math.min(2, words.length)) return fine;
      const isSameDate = ({ party }: IndexedName) => compareBirthDate(born, party.birthDates) === 'same';
      const bornInSide = [...bornThen].filter((listed) => (listed.family === family) === (side === family.script));
      const coarse = new Set([...this.candidates(units, between, true).filter(isSameDate), ...bornInSide]);
      const coarsely = [...coarse].map((listed) =>
        matchOf(units, listed, wordsOn(side, listed), coarseLikeness, COARSE_MAX),
      );
      return [...fine, ...coarsely.map((match) => ({ ...match, coarse: true }))];
    });
  }

  private read(words: readonly ReadWord[], { family, side }: Between): ReadUnit[] {
    return weigh(words, true).map(({ weight, telling, ...read }) => {
      const known = this.knownOf(`${side}/${read.letters}`);
      const kin = this.index.read.kinOf(read.keys, side);
      const likeness = ({ word, text }: Pick<ListedUnit, 'word' | 'text'>) => {
        const other = word && side !== 'plain' ? (word as ListedReadWord).read : null;
        // Several words that are written as one have only their text.
        const letters = other?.letters ?? (family.kind === 'syllables' ? text : singled(text));
        let score = known.get(letters);
        if (score === undefined) {
          const [own, latin] = read.script === 'Latin' ? [letters, read.letters] : [read.letters, letters];
          known.set(letters, (score = readsAs(family, own, latin)));
        }
        return score;
      };
      const { letters: text, written } = read;
      // A single consonant says little.
      const keys = read.keys.filter((key) => (family.kind === 'letters' ? key.length > 1 : family.kind === 'articles'));
      const sets = { kin, evident: this.index.read.kinOf(keys, side, RARE) };
      return { text, written, weight, tellingWords: Number(telling), ...sets, lines: LINES[family.kind], likeness };
    });
  }

  /** Readings of one word, cached because words recur within a name and among names. */
  private readonly known = new Map<string, Map<string, number>>();

  private knownOf(letters: string): Map<string, number> {
    if (this.known.size > 512) this.known.clear();
    const known = this.known.get(letters) ?? new Map<string, number>();
    this.known.set(letters, known);
    return known;
  }

  /** Names that share enough words with the screened one. @param coarsely also words that are only alike */
  private candidates(units: readonly ReadUnit[], { family, side }: Between, coarsely: boolean): IndexedName[] {
    const { names } = this.index;
    const telling = units.filter(({ tellingWords }) => tellingWords > 0);
    const { fine, loose } = LINES[family.kind];
    const least = !coarsely ? fine : family.kind === 'syllables' ? loose : 0;
    // By the number of a name: its words found so far, and the last word that found it. Common names have thousands.
    const [shared, last] = [new Uint8Array(names.length), new Uint8Array(names.length)];
    const touched: number[] = [];
    for (const [at, { kin, likeness }] of telling.entries())
      for (const word of kin)
        if (least === 0 || likeness({ word, text: word.text }) >= least)
          for (const id of word.names) {
            if (last[id] === at + 1) continue;
            last[id] = at + 1;
            if (shared[id]!++ === 0) touched.push(id);
          }
    // Nobody leaves out a syllable, but several may be written as one word.
    const isWhole = family.kind === 'syllables' && side === 'plain';
    const needed = isWhole ? telling.length : Math.min(family.kind === 'syllables' ? 1 : 2, telling.length);
    const isAlone = (id: number) => !isWhole && this.index.read.alone.has(id) && wordsOn(side, names[id]!).length < 2;
    const found = touched.filter((id) => shared[id]! >= needed || isAlone(id)).map((id) => names[id]!);
    return found.filter(({ party }) => party.type === 'individual');
  }

  private compare(units: readonly ReadUnit[], side: Side, name: IndexedName): NameMatch[] {
    const reading = wordsOn(side, name);
    const match = matchOf(units, name, reading, fineLikeness, FINE_MAX);
    const joined = leftNeighbors(reading, match).map((at) => joinedAt(reading, [at, at + 1]));
    return [
      match,
      ...joined.map((listed) => matchOf(units, name, listed, fineLikeness, FINE_MAX)),
      ...(match.tellingPairs >= SEVERAL ? [matchOf(units, name, reading, fullLikeness, FINE_MAX)] : []),
    ];
  }
}

/** The words of a listed name on a side. */
const wordsOn = (side: Side, { units, reading }: IndexedName) => (side === 'plain' ? units : reading);

/** @param most the highest score */
function matchOf(
  screened: readonly ReadUnit[],
  { party, written: name }: IndexedName,
  listed: readonly ListedUnit[],
  likeness: (unit: ReadUnit, listed: ListedUnit) => Likeness | undefined,
  most: number,
): NameMatch {
  const alignment = align(screened, listed, likeness);
  return { ...alignment, score: Math.min(alignment.score, most), party, name, screened, listed, coarse: false };
}

/** Positions of two neighbors in a listed name of which neither has a counterpart, though a screened word has none. */
function leftNeighbors(listed: readonly ListedUnit[], { pairs, whole }: NameMatch): number[] {
  if (whole || listed.length - pairs.length < 2) return [];
  const isLeft = (unit: ListedUnit | undefined) => unit !== undefined && !pairs.some((pair) => pair.listed === unit);
  return listed.flatMap((unit, at) => (isLeft(unit) && isLeft(listed[at + 1]) ? [at] : []));
}

function fineLikeness({ likeness, lines }: ReadUnit, listed: ListedUnit, factor = lines.factor): Likeness | undefined {
  const score = likeness(listed);
  return score >= lines.fine ? { score: score * factor, how: 'sound' } : undefined;
}
const fullLikeness = (unit: ReadUnit, listed: ListedUnit) => fineLikeness(unit, listed, 1);

function coarseLikeness(unit: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const fine = fineLikeness(unit, listed);
  if (fine && fine.score >= COARSE) return fine;
  if (listed.word && unit.evident.has(listed.word)) return { score: COARSE, how: 'consonants' };
  const score = unit.likeness(listed);
  return score >= unit.lines.loose ? { score, how: 'sound' } : undefined;
}
