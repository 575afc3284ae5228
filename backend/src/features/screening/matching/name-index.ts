import type { ListedParty } from '../list/listed-party.js';
import type { Breathe } from '../list/ofac-list.js';
import type { ListedUnit, ListedWord } from './alignment.js';
import type { Family } from './family.js';
import { FuzzyTable } from './fuzzy-table.js';
import { JoinedNames } from './joined-names.js';
import { consonantsOf, soundOf } from './sound.js';
import { ReadWords } from './read-words.js';
import { familyOf } from './scripts.js';
import { weigh } from './weight.js';
import { partsOf, spellingsOf } from './words.js';

/** One listed name, prepared for comparison. */
export interface IndexedName {
  party: ListedParty;
  /** As published. */
  written: string;
  /** Its words, given names first. */
  units: readonly ListedUnit[];
  /**
   * Whether one distinctive word that agrees is enough to compare closely, because it has no other, or some are
   * initials.
   */
  short: boolean;
  /** The script of a name that is compared letter by letter with Latin ones. */
  family: Family | undefined;
  /** A person's words for the comparison with names in another script. */
  reading: readonly ListedUnit[];
}

/** All names of a list, indexed by words that are spelled similarly or sound similar. */
export interface NameIndex {
  names: readonly IndexedName[];
  /** Words by their texts. */
  words: ReadonlyMap<string, ListedWord>;
  bySpelling: FuzzyTable<ListedWord>;
  bySound: FuzzyTable<Sound>;
  wordsOfConsonants: ReadonlyMap<string, readonly ListedWord[]>;
  /** Names by the sound of their joined words. */
  joined: JoinedNames;
  /** Names by the birth dates (YYYY-MM-DD) of their party. */
  namesOfDay: ReadonlyMap<string, readonly IndexedName[]>;
  read: ReadWords;
}

/** The words with this sound. */
interface Sound {
  text: string;
  words: ListedWord[];
}

/** Builds the index of everything on the lists. @param breathe called often, to yield to other work */
export async function buildIndex(parties: Iterable<ListedParty>, breathe: Breathe): Promise<NameIndex> {
  const names: IndexedName[] = [];
  const words = new Map<string, ListedWord>();
  const joined = new JoinedNames();
  const namesOfDay = new Map<string, IndexedName[]>();
  const read = new ReadWords();
  const listedWord = (text: string): ListedWord => {
    let word = words.get(text);
    if (!word) words.set(text, (word = { text, sound: soundOf(text), names: [] }));
    return word;
  };
  for (const party of parties) {
    const seen = new Set<string>();
    const days = daysOf(party);
    for (const [name, spelled] of party.names.flatMap(({ name }) =>
      spellingsOf(name).map((one) => [name, one] as const),
    )) {
      await breathe();
      const { given, surname } = partsOf(spelled);
      const all = [...given, ...(surname ?? [])];
      const texts = all.map(({ text }) => text);
      const key = texts.join(' ');
      if (all.length === 0 || seen.has(key)) continue;
      seen.add(key);
      for (const text of new Set(texts)) listedWord(text).names.push(names.length);
      for (const { id, places } of joined.waysFor(given.length, all.length))
        joined.add(soundOf(places.map((place) => texts[place]).join('')), names.length, id);
      const units = weigh(all, party.type === 'individual').map(({ text, weight, telling }, place): ListedUnit => {
        const word = listedWord(text);
        return {
          word,
          text: word.text,
          written: word.text,
          // In single precision, like all screenings by this version of the matcher.
          weight: Math.fround(weight),
          tellingWords: Number(telling),
          part: !surname ? null : place < given.length ? 'given' : 'surname',
        };
      });
      const short = units.some(({ text }) => text.length === 1) || units.filter(isTelling).length < 2;
      const family = familyOf(name);
      const parts = { given, surname, ownWords: family?.words(name), units };
      const reading = party.type === 'individual' ? read.add(parts, names.length) : [];
      const indexed = { party, written: name, units, short, family, reading };
      names.push(indexed);
      for (const day of days) {
        const born = namesOfDay.get(day);
        if (born) born.push(indexed);
        else namesOfDay.set(day, [indexed]);
      }
    }
  }
  return { names, words, joined, namesOfDay, read, ...(await tablesOf(words, breathe)) };
}

const isTelling = ({ tellingWords }: ListedUnit) => tellingWords > 0;

/** YYYY-MM-DD of each birth date that includes the day. */
function daysOf({ birthDates }: ListedParty): Set<string> {
  const two = (part: number) => String(part).padStart(2, '0');
  return new Set(
    birthDates.flatMap(({ firstYear, month, day }) =>
      month === null || day === null ? [] : `${firstYear}-${two(month)}-${two(day)}`,
    ),
  );
}

async function tablesOf(words: ReadonlyMap<string, ListedWord>, breathe: Breathe) {
  const sounds = new Map<string, Sound>();
  const wordsOfConsonants = new Map<string, ListedWord[]>();
  for (const word of words.values()) {
    await breathe();
    const sound = sounds.get(word.sound);
    if (sound) sound.words.push(word);
    else sounds.set(word.sound, { text: word.sound, words: [word] });
    const consonants = consonantsOf(word.text);
    const there = wordsOfConsonants.get(consonants);
    if (there) there.push(word);
    else wordsOfConsonants.set(consonants, [word]);
  }
  await breathe();
  const bySpelling = new FuzzyTable(words.values());
  await breathe();
  return { bySpelling, bySound: new FuzzyTable(sounds.values()), wordsOfConsonants };
}
