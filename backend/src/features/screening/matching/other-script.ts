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
        if (other && !kin.has(word!) && !hasLikeConsonants(read, other)) return 0;
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
      const keys = read.keys.filter(
        (key) => family.kind === 'articles' || (family.kind === 'letters' && key.length > 1),
      );
      const sets = { kin, evident: this.index.read.kinOf(keys, side) };
      return { text, written, weight, tellingWords: Number(telling), ...sets, lines: LINES[family.kind], likeness };
    });
  }

  /** Readings of one word, cached because words recur within a name and among names. */
  private readonly known = new Map<string, Map<string, number>>();

  private knownOf(letters: string): Map<string, number> {
    let known = this.known.get(letters);
    if (!known) {
      if (this.known.size > 512) this.known.clear();
      this.known.set(letters, (known = new Map()));
    }
    return known;
  }

  /** Names that share enough words with the screened one. @param coarsely also words that are only alike */
  private candidates(units: readonly ReadUnit[], { family, side }: Between, coarsely: boolean): IndexedName[] {
    const shared = new Map<number, number>();
    const telling = units.filter(({ tellingWords }) => tellingWords > 0);
    const { fine, loose } = LINES[family.kind];
    const least = !coarsely ? fine : family.kind === 'syllables' ? loose : 0;
    for (const { kin, likeness } of telling) {
      const words = [...kin].filter((word) => least === 0 || likeness({ word, text: word.text }) >= least);
      for (const id of new Set(words.flatMap(({ names }) => names))) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    // Nobody leaves out a syllable, but several may be written as one word.
    const isWhole = family.kind === 'syllables' && side === 'plain';
    const needed = isWhole ? telling.length : Math.min(family.kind === 'syllables' ? 1 : 2, telling.length);
    return [...shared].flatMap(([id, count]) => {
      const listed = this.index.names[id]!;
      if (listed.party.type !== 'individual') return [];
      return count >= needed || (!isWhole && wordsOn(side, listed).length < 2) ? [listed] : [];
    });
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

function fullLikeness({ likeness, lines }: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const score = likeness(listed);
  return score >= lines.fine ? { score, how: 'sound' } : undefined;
}

function fineLikeness(unit: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const full = fullLikeness(unit, listed);
  return full && { ...full, score: full.score * unit.lines.factor };
}

function coarseLikeness(unit: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const fine = fineLikeness(unit, listed);
  if (fine && fine.score >= COARSE) return fine;
  if (listed.word && unit.evident.has(listed.word)) return { score: COARSE, how: 'consonants' };
  const score = unit.likeness(listed);
  return score >= unit.lines.loose ? { score, how: 'sound' } : undefined;
}

/** Whether at most one consonant of each word is strange to the other: anything else needs no closer comparison. */
function hasLikeConsonants({ keys: [a = ''], ...one }: ReadWord, { keys: [b = ''], ...other }: ReadWord): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const strange = (key: string, classes: string) => [...key].filter((sign) => !classes.includes(sign)).length;
  return strange(a, other.classes) < 2 && strange(b, one.classes) < 2;
}
