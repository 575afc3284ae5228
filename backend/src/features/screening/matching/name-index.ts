import type { ListedParty } from '../list/listed-party.js';
import type { Breathe } from '../list/ofac-list.js';
import type { ListedUnit } from './alignment.js';
import { FuzzyTable } from './fuzzy-table.js';
import { JoinedNames } from './joined-names.js';
import { consonantsOf, soundOf } from './sound.js';
import { weigh } from './weight.js';
import { partsOf, type Word } from './words.js';

/** One listed name, ready to be compared. */
export interface IndexedName {
  party: ListedParty;
  /** As published. */
  written: string;
  /** Ids of its words, given names first. */
  words: Int32Array;
  /** Made when the name is first compared. */
  units?: ListedUnit[];
  weights: Float32Array;
  telling: Uint8Array;
  /** How many of the words are given names; -1 where the list does not say. */
  given: number;
  /** One telling word that agrees is enough to look closer: it has no other, or some are initials. */
  short: boolean;
}

/** All names of a list, found by words that are spelt alike or sound alike. */
export interface NameIndex {
  names: readonly IndexedName[];
  words: readonly string[];
  bySpelling: FuzzyTable;
  bySound: FuzzyTable;
  /** Word ids by place in `bySound`, by consonants, and by the word itself. */
  wordsOfSound: readonly (readonly number[])[];
  wordsOfConsonants: ReadonlyMap<string, readonly number[]>;
  /** How each word sounds, by its id. */
  soundsOfWords: readonly string[];
  wordIds: ReadonlyMap<string, number>;
  /** Names by word id. */
  namesOf: readonly Int32Array[];
  /** By the sound of the joined words. */
  joined: JoinedNames;
  /** Names by the days (YYYY-MM-DD) on which their party is said to be born. */
  namesOfDay: ReadonlyMap<string, readonly number[]>;
}

/** Builds the index of everything on the lists. @param breathe called often: lets others have a turn */
export async function buildIndex(parties: Iterable<ListedParty>, breathe: Breathe): Promise<NameIndex> {
  const names: IndexedName[] = [];
  const words: string[] = [];
  const wordIds = new Map<string, number>();
  const namesOf: number[][] = [];
  const joined = new JoinedNames();
  const namesOfDay = new Map<string, number[]>();
  const idOf = ({ text }: Word): number => {
    const known = wordIds.get(text);
    if (known !== undefined) return known;
    wordIds.set(text, words.length);
    namesOf.push([]);
    return words.push(text) - 1;
  };
  for (const party of parties) {
    const seen = new Set<string>();
    const days = daysOf(party);
    for (const { name } of party.names) {
      await breathe();
      const { given, surname } = partsOf(name);
      const all = [...given, ...(surname ?? [])];
      const key = all.map(({ text }) => text).join(' ');
      if (all.length === 0 || seen.has(key)) continue;
      seen.add(key);
      const ids = Int32Array.from(all, idOf);
      for (const id of new Set(ids)) namesOf[id]!.push(names.length);
      for (const day of days) {
        const born = namesOfDay.get(day);
        if (born) born.push(names.length);
        else namesOfDay.set(day, [names.length]);
      }
      for (const { id, places } of joined.waysFor(given.length, all.length)) {
        let text = '';
        for (const place of places) text += all[place]!.text;
        joined.add(soundOf(text), names.length, id);
      }
      const weighted = weigh(
        all.map(({ text }) => text),
        party.type === 'individual',
      );
      names.push({
        party,
        written: name,
        words: ids,
        weights: Float32Array.from(weighted, ({ weight }) => weight),
        telling: Uint8Array.from(weighted, ({ telling }) => Number(telling)),
        given: surname ? given.length : -1,
        short: all.some(({ text }) => text.length === 1) || weighted.filter(({ telling }) => telling).length < 2,
      });
    }
  }
  return { names, words, wordIds, joined, namesOfDay, ...(await tablesOf(words, namesOf, breathe)) };
}

/** YYYY-MM-DD of each birth date of which the list gives the day. */
function daysOf({ birthDates }: ListedParty): Set<string> {
  const two = (part: number) => String(part).padStart(2, '0');
  return new Set(
    birthDates.flatMap(({ firstYear, month, day }) =>
      month === null || day === null ? [] : `${firstYear}-${two(month)}-${two(day)}`,
    ),
  );
}

async function tablesOf(words: readonly string[], namesOf: readonly number[][], breathe: Breathe) {
  const sounds: string[] = [];
  const soundsOfWords: string[] = [];
  const soundIds = new Map<string, number>();
  const wordsOfSound: number[][] = [];
  const wordsOfConsonants = new Map<string, number[]>();
  for (const [id, word] of words.entries()) {
    await breathe();
    const sound = soundOf(word);
    soundsOfWords.push(sound);
    let soundId = soundIds.get(sound);
    if (soundId === undefined) {
      soundIds.set(sound, (soundId = sounds.push(sound) - 1));
      wordsOfSound.push([]);
    }
    wordsOfSound[soundId]!.push(id);
    const consonants = consonantsOf(word);
    const there = wordsOfConsonants.get(consonants);
    if (there) there.push(id);
    else wordsOfConsonants.set(consonants, [id]);
  }
  await breathe();
  const bySpelling = new FuzzyTable(words);
  await breathe();
  const bySound = new FuzzyTable(sounds);
  return {
    bySpelling,
    bySound,
    wordsOfSound,
    wordsOfConsonants,
    soundsOfWords,
    namesOf: namesOf.map((ids) => Int32Array.from(ids)),
  };
}
