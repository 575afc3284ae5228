import { compareBirthDate } from '../list/birth-dates.js';
import { align, type Alignment, type Likeness, type ListedUnit, type NameMatch, type Unit } from './alignment.js';
import { readsAs, singled } from './arabic-letters.js';
import { arabicWords, isArabic, latinWords, type ReadWord } from './arabic-names.js';
import { joinedAt } from './joined-names.js';
import type { IndexedName } from './name-index.js';
import { OTHER, type ListedReadWord, type ReadWords } from './read-words.js';
import { weigh } from './weight.js';
import { partsOf } from './words.js';

/** From this likeness on, the letters of two words correspond. */
export const FINE_MIN = 0.8;
/** Letters that all correspond still leave the short vowels open. */
const FINE_FACTOR = 0.97;
/** The score of words whose consonants are only of the same classes. */
const COARSE = 0.85;
/** Short vowels are not written, so the best reading is still no proof that the names are spelled the same. */
const FINE_MAX = 0.89;
/** Consonants of the same classes are no hit by name alone, but one with the same birth date (bands.ts). */
const COARSE_MAX = 0.76;
/** So many words that correspond are no accident of their short vowels, so nothing is deducted for these. */
const SEVERAL = 3;
/** Below this likeness words count as unrelated, even in names of people who were born on the same day. */
const LOOSE_MIN = 0.6;

/** One word of the screened name. */
interface ReadUnit extends Unit {
  read: ReadWord;
  /** Listed words whose consonants are of the same classes. */
  kin: ReadonlySet<ListedReadWord>;
  /** How well it reads as a listed word, or as several that are written as one. */
  likeness(listed: Pick<ListedUnit, 'word' | 'text'>): number;
}

/** Finds persons whose name is listed in Latin letters by a name in Arabic ones, and the other way round. */
export class OtherScript {
  constructor(private readonly index: { names: readonly IndexedName[]; read: ReadWords }) {}

  /**
   * @param born a birth date (YYYY-MM-DD): parties with the same one are compared coarsely too
   * @param bornThen names of people born on that day, of whom any word may be other
   */
  find(name: string, born: string | null, bornThen: Iterable<IndexedName>): NameMatch[] {
    const { given, surname } = partsOf(name);
    const texts = [...given, ...(surname ?? [])].map(({ text }) => text);
    const words = isArabic(name) ? arabicWords(name) : latinWords(texts);
    const [first] = words;
    if (!first || !this.index.read.has(OTHER[first.script])) return [];
    return readingsOf(words).flatMap((reading) => {
      const units = this.read(reading);
      const fine = this.candidates(units, false).flatMap((listed) => this.compare(units, listed));
      if (born === null) return fine;
      const isSameDate = ({ party }: IndexedName) => compareBirthDate(born, party.birthDates) === 'same';
      const coarse = new Set([...this.candidates(units, true).filter(isSameDate), ...bornThen]);
      return [
        ...fine,
        ...[...coarse].map((listed) => ({
          ...matchOf(units, listed, listed.reading, coarseLikeness, COARSE_MAX),
          coarse: true,
        })),
      ];
    });
  }

  private read(words: readonly ReadWord[]): ReadUnit[] {
    return weigh(words, true).map(({ weight, telling, ...read }) => {
      const known = this.knownOf(read.letters);
      const kin = this.index.read.kinOf(read);
      const likeness = ({ word, text }: Pick<ListedUnit, 'word' | 'text'>) => {
        const other = word && (word as ListedReadWord).read;
        if (other && !kin.has(word as ListedReadWord) && !hasLikeConsonants(read, other)) return 0;
        // Several words that are written as one have only their text.
        const letters = other?.letters ?? singled(text);
        let score = known.get(letters);
        if (score === undefined)
          known.set(
            letters,
            (score = read.script === 'Arabic' ? readsAs(read.letters, letters) : readsAs(letters, read.letters)),
          );
        return score;
      };
      return { ...read, read, weight, tellingWords: Number(telling), kin, likeness };
    });
  }

  /** Readings of one word, cached because words recur within a name and among names. */
  private readonly known = new Map<string, Map<string, number>>();

  private knownOf(letters: string): Map<string, number> {
    let known = this.known.get(letters);
    if (!known) {
      if (this.known.size > 256) this.known.clear();
      this.known.set(letters, (known = new Map()));
    }
    return known;
  }

  /** Names that share enough words with the screened one. @param coarsely also words whose consonants are only alike */
  private candidates(units: readonly ReadUnit[], coarsely: boolean): IndexedName[] {
    const shared = new Map<number, number>();
    for (const { kin, tellingWords, likeness } of units) {
      if (tellingWords === 0) continue;
      const words = [...kin].filter((word) => coarsely || likeness({ word, text: word.text }) >= FINE_MIN);
      for (const id of new Set(words.flatMap(({ names }) => names))) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    const needed = Math.min(2, units.filter(({ tellingWords }) => tellingWords > 0).length);
    return [...shared].flatMap(([id, count]) => {
      const listed = this.index.names[id]!;
      return count >= needed || listed.reading.length < 2 ? [listed] : [];
    });
  }

  private compare(units: readonly ReadUnit[], name: IndexedName): NameMatch[] {
    const { reading } = name;
    const match = matchOf(units, name, reading, fineLikeness, FINE_MAX);
    const joined = leftNeighbors(reading, match).map((at) => joinedAt(reading, [at, at + 1]));
    return [
      match,
      ...joined.map((listed) => matchOf(units, name, listed, fineLikeness, FINE_MAX)),
      ...(match.tellingPairs >= SEVERAL ? [matchOf(units, name, reading, fullLikeness, FINE_MAX)] : []),
    ];
  }
}

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
function leftNeighbors(listed: readonly ListedUnit[], { pairs, whole }: Alignment): number[] {
  if (whole || listed.length - pairs.length < 2) return [];
  const isLeft = (unit: ListedUnit | undefined) => unit !== undefined && !pairs.some((pair) => pair.listed === unit);
  return listed.flatMap((unit, at) => (isLeft(unit) && isLeft(listed[at + 1]) ? [at] : []));
}

function fullLikeness({ likeness }: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const score = likeness(listed);
  return score >= FINE_MIN ? { score, how: 'sound' } : undefined;
}

function fineLikeness(unit: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const full = fullLikeness(unit, listed);
  return full && { ...full, score: full.score * FINE_FACTOR };
}

function coarseLikeness(unit: ReadUnit, listed: ListedUnit): Likeness | undefined {
  const fine = fineLikeness(unit, listed);
  if (fine && fine.score >= COARSE) return fine;
  if (unit.kin.has(listed.word as ListedReadWord)) return { score: COARSE, how: 'consonants' };
  const score = unit.likeness(listed);
  return score >= LOOSE_MIN ? { score, how: 'sound' } : undefined;
}

/** Whether at most one consonant of each word is strange to the other: anything else needs no closer comparison. */
function hasLikeConsonants({ keys: [a = ''], ...one }: ReadWord, { keys: [b = ''], ...other }: ReadWord): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const strange = (key: string, classes: string) => [...key].filter((sign) => !classes.includes(sign)).length;
  return strange(a, other.classes) < 2 && strange(b, one.classes) < 2;
}

/** The words as written, and with two neighbors as one, which some Latin spellings join. */
export function readingsOf(words: readonly ReadWord[]): (readonly ReadWord[])[] {
  const joins = words.slice(1).map((second, at) => {
    const first = words[at]!;
    const keys = first.keys.flatMap((key) =>
      second.keys.map((next) => (key.at(-1) === next[0] ? key + next.slice(1) : key + next)),
    );
    const one = {
      ...first,
      letters: first.letters + second.letters,
      text: first.text + second.text,
      written: `${first.written} ${second.written}`,
      keys,
      classes: first.classes + second.classes,
    };
    return [...words.slice(0, at), one, ...words.slice(at + 2)];
  });
  return [words, ...joins];
}
