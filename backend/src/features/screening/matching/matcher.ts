import { LOWEST_LINE } from '../bands.js';
import type { ListedParty, PartyType } from '../list/listed-party.js';
import { align, type Likeness, type ListedWord, type NameMatch, type Unit } from './alignment.js';
import { joinedAt, type JoinedWords } from './joined-names.js';
import type { IndexedName, NameIndex } from './name-index.js';
import { looseLikeness } from './loose-likeness.js';
import { COARSE_MAX, OtherScript } from './other-script.js';
import { familyOf } from './scripts.js';
import { EDITS_MAX } from './similarity.js';
import { soundOf } from './sound.js';
import { weigh } from './weight.js';
import { alikeIn } from './word-likeness.js';
import { partsOf, spellingsOf, type Word } from './words.js';

/** Incremented with every change to what is found or how it is scored; recorded with every screening. */
export const MATCHER = 'token-pairing/8';

const JOINED = 0.98;
/** Only this many words of a name are compared. A longer name is not fully compared, so nobody is approved by it. */
export const WORDS_MAX = 16;
/**
 * A word that looks like a listed one counts nearly as the same: its letters were chosen on purpose, or copied from
 * elsewhere.
 */
const LOOKS = 0.99;

const PERSONS: ReadonlySet<PartyType> = new Set(['individual']);
/** OFAC FAQ 5: is it the right kind of party? A person is not a vessel. */
const OTHERS: ReadonlySet<PartyType> = new Set(['entity', 'vessel', 'aircraft']);

type Alike = ReadonlyMap<ListedWord, Likeness>;

/** One word of the screened name. */
interface ReadUnit extends Unit {
  looks: string | null;
  /** The listed words that may be the same. */
  alike: Alike;
}

/** One way to read the screened name. */
type Reading = readonly ReadUnit[];

/** Finds listed names similar to a screened one. Not reentrant, because it reuses its own arrays. */
export class Matcher {
  /** 1 for each name that shares several words with the screened one. */
  private readonly several: Uint8Array;
  private readonly lastUnit: Int16Array;
  private touched: number[] = [];

  private readonly otherScript: OtherScript;

  constructor(private readonly index: NameIndex) {
    this.otherScript = new OtherScript(index);
    this.several = new Uint8Array(index.names.length);
    this.lastUnit = new Int16Array(index.names.length).fill(-1);
  }

  /**
   * The best name of each party from `min` up, best first.
   * @param born a birth date (YYYY-MM-DD): parties born on that day are compared closely, even if hardly a word is
   * spelled alike
   */
  find(name: string, kind: 'individual' | 'entity', min: number, born: string | null = null): NameMatch[] {
    const { given, surname } = partsOf(name);
    const words = [...given, ...(surname ?? [])].slice(0, WORDS_MAX);
    if (words.length === 0) return [];
    const types = kind === 'individual' ? PERSONS : OTHERS;
    const best = new Map<ListedParty, NameMatch>();
    const family = kind === 'individual' ? familyOf(name) : undefined;
    /** Of two scripts that are compared letter by letter, no name is compared by one Latin form of each word too. */
    const isComparable = (listed: IndexedName) => kind === 'entity' || listed.family === family;
    const take = (match: NameMatch) => {
      if (match.score < min) return;
      const before = best.get(match.party);
      const closest = before && before.score >= match.score ? before : match;
      // Not coarse, if any other evidence comes near.
      const isNear = [match, before].some((one) => one && !one.coarse && one.score >= LOWEST_LINE);
      best.set(match.party, closest.coarse && isNear ? { ...closest, coarse: false } : closest);
    };
    const consider = (reading: Reading, id: number, joined?: JoinedWords, joinedUnit?: ReadUnit) => {
      const listedName = this.nameAt(id);
      if (!types.has(listedName.party.type) || !isComparable(listedName)) return;
      take(this.compare(reading, listedName, joined, joinedUnit));
    };
    for (const spelled of spellingsOf(name).slice(1))
      for (const match of this.find(spelled, kind, min, born)) take(match);
    const plain = this.read(words, kind);
    if (!family || this.index.read.has(family.script)) {
      for (const id of this.candidates(plain)) consider(plain, id);
      for (const unit of plain) for (const one of this.joinedLike(unit)) consider(plain, one.name, one, unit);
      for (const [from, to] of joinsOf(words.length)) {
        const one = joinWords(words.slice(from, to));
        const reading = this.read([...words.slice(0, from), one, ...words.slice(to)], kind);
        const unit = reading[from]!;
        for (const word of unit.alike.keys()) for (const id of word.names) consider(reading, id);
        for (const joined of this.joinedLike(one)) consider(reading, joined.name, joined, unit);
      }
    }
    if (kind === 'individual') {
      const bornThen = born ? this.bornOn(born) : [];
      for (const listed of bornThen) {
        const match = this.compareClosely(plain, listed);
        if (isComparable(listed)) take(match);
        else if (family?.kind === 'syllables')
          take({ ...match, score: Math.min(match.score, COARSE_MAX), coarse: true });
      }
      for (const match of this.otherScript.find(name, born, bornThen)) take(match);
    }
    return [...best.values()].sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  }

  private read(words: readonly Word[], kind: 'individual' | 'entity'): Reading {
    return weigh(words, kind === 'individual').map((word) => ({
      ...word,
      tellingWords: word.telling ? word.written.split(' ').length : 0,
      alike: this.alike(word),
    }));
  }

  private nameAt(id: number): IndexedName {
    return this.index.names[id]!;
  }

  private readonly alikeNow = new Map<string, Alike>();

  /** Listed names with several words that, written as one, sound like this word or like its look-alike. */
  private joinedLike({ text, looks }: Pick<Word, 'text' | 'looks'>): JoinedWords[] {
    const { joined } = this.index;
    return looks === null ? joined.of(soundOf(text)) : [text, looks].flatMap((one) => joined.of(soundOf(one)));
  }

  private alike(word: Word): Alike {
    const read = this.alikeAs(word);
    if (word.looks === null) return read;
    const both = new Map(read);
    for (const [listed, { score, how }] of this.alikeAs({ ...word, text: word.looks }))
      if (score * LOOKS > (both.get(listed)?.score ?? 0))
        both.set(listed, { score: score * LOOKS, how: how === 'same' ? 'looks' : how });
    return both;
  }

  private alikeAs({ text, written, consonantal }: Pick<Word, 'text' | 'written' | 'consonantal'>): Alike {
    // Several words written as one are similar only if they are nearly the same.
    const slips = written.includes(' ') ? 1 : EDITS_MAX;
    const key = `${slips}/${consonantal}/${text}`;
    let alike = this.alikeNow.get(key);
    if (!alike) {
      // Names are screened in several readings, one after another, so recent lookups are cached.
      if (this.alikeNow.size > 256) this.alikeNow.clear();
      this.alikeNow.set(key, (alike = alikeIn(this.index, text, consonantal, slips)));
    }
    return alike;
  }

  /** Names that share enough words with the screened one to reach any threshold. */
  private candidates(units: Reading): number[] {
    const { several, lastUnit } = this;
    units.forEach(({ tellingWords, alike }, unit) => {
      if (tellingWords === 0) return;
      for (const word of alike.keys())
        for (const id of word.names) {
          if (lastUnit[id] === unit) continue;
          if (lastUnit[id] === -1) this.touched.push(id);
          else several[id] = 1;
          lastUnit[id] = unit;
        }
    });
    const one =
      units.filter(({ tellingWords }) => tellingWords > 0).length < 2 || units.some(({ text }) => text.length === 1);
    const found = this.touched.filter((id) => several[id] === 1 || one || this.nameAt(id).short);
    for (const id of this.touched) {
      several[id] = 0;
      lastUnit[id] = -1;
    }
    this.touched = [];
    return found;
  }

  private compare(units: Reading, name: IndexedName, joined?: JoinedWords, joinedUnit?: ReadUnit): NameMatch {
    const listed = joined ? joinedAt(name.units, joined.places) : name.units;
    const aligned = align(units, listed, (unit, { word }) => {
      if (word) return unit.alike.get(word);
      return unit === joinedUnit ? { score: JOINED, how: 'joined' } : undefined;
    });
    return { party: name.party, name: name.written, screened: units, listed, coarse: false, ...aligned };
  }

  /**
   * Names of parties born on that day, also with day and month swapped. A year alone does not justify such a close
   * comparison.
   */
  private bornOn(born: string): Set<IndexedName> {
    const [year, month, day] = born.split('-');
    const days = [born, `${year}-${day}-${month}`];
    const names = days.flatMap((one) => this.index.namesOfDay.get(one) ?? []);
    return new Set(names.filter(({ party }) => party.type === 'individual'));
  }

  /** Compares by sound, word by word, and each name as one word. */
  private compareClosely(units: Reading, { party, written, units: listed }: IndexedName): NameMatch {
    const aligned = align(
      units,
      listed,
      ({ alike, text }, { word, text: other }) => (word && alike.get(word)) ?? looseLikeness(text, other),
    );
    return { party, name: written, screened: units, listed, coarse: false, ...aligned };
  }
}

/** Neighbors that may have been written as one, and all words together. */
function joinsOf(count: number): [from: number, to: number][] {
  const neighbors = Array.from({ length: Math.max(0, count - 1) }, (_, from): [number, number] => [from, from + 2]);
  return count > 2 ? [...neighbors, [0, count]] : neighbors;
}

const joinWords = (words: readonly Word[]): Word => ({
  text: words.map(({ text }) => text).join(''),
  looks: words.some(({ looks }) => looks !== null) ? words.map(({ text, looks }) => looks ?? text).join('') : null,
  written: words.map(({ written }) => written).join(' '),
  consonantal: words.some(({ consonantal }) => consonantal),
});
