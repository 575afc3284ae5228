import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseBirthDate } from '../list/birth-dates.js';
import type { ListedParty, SanctionsList } from '../list/listed-party.js';
import type { Screener } from '../screener.js';
import { ownBirthDate, percentile } from './measure.js';
import type { Random } from '#platform/seeded-random.js';

const FOLDER = path.resolve('backend/test/data/screening');
const rowsOf = (file: string) =>
  readFileSync(path.join(FOLDER, file), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

/** A listed person's name in both scripts. */
export interface ListedPair {
  reference: string;
  latin: string;
  original: string;
  /** The entry as a list that holds only the Latin name has it. */
  party: ListedParty;
}

/** Persons of the list of the United Nations whose name it publishes in Arabic letters too. */
export const listedPairs = (): ListedPair[] =>
  rowsOf('un-names-odd.csv').flatMap(([reference = '', latin = '', original = '', births = '']) =>
    /\p{sc=Arabic}/u.test(original) ? [{ reference, latin, original, party: partyOf(reference, latin, births) }] : [],
  );

const partyOf = (reference: string, latin: string, births: string): ListedParty => ({
  list: 'UN',
  entityNumber: reference,
  type: 'individual',
  names: [{ name: latin, kind: 'primary' }],
  weakAliases: [],
  programs: [],
  birthDates: births.split(';').flatMap((one) => {
    const [year, month, day] = one.split('-').map(Number);
    const date = year ? parseBirthDate(String(year)) : null;
    return date ? [{ ...date, text: one, month: month ?? null, day: day ?? null }] : [];
  }),
  countries: [],
  remarks: '',
  hash: reference,
});

/** A list that has only the Latin names of these persons. */
export const latinListOf = (pairs: readonly ListedPair[]): SanctionsList => ({
  name: 'UN',
  published: '2026-02-27',
  fetchedAt: '2026-02-27T00:00:00Z',
  sha256: '',
  parties: pairs.map(({ party }) => party),
});

/** Who of these persons would be approved under the name in their own letters. */
export function approvedOf(screener: Screener, pairs: readonly ListedPair[]) {
  const approved = ({ original }: ListedPair, born: string | null) =>
    screener.screen({
      kind: 'individual',
      names: [original],
      birthDate: born === null ? null : { value: born, confirmed: false },
      countries: [],
    }).status === 'approved';
  const dated = pairs.flatMap((pair) => {
    const born = ownBirthDate(pair.party);
    return born === null ? [] : [{ pair, born }];
  });
  return {
    names: pairs.length,
    byName: pairs.filter((pair) => approved(pair, null)),
    dated: dated.length,
    withBirthDate: dated.filter(({ pair, born }) => approved(pair, born)).map(({ pair }) => pair),
  };
}

/** A clean person's name in both scripts. */
export interface CommonPerson {
  own: string;
  latin: string;
}
interface CommonName extends CommonPerson {
  count: number;
}

/** A name drawn by how common it is. */
function drawn(names: readonly CommonName[], random: Random): CommonName {
  let left = random.below(names.reduce((sum, { count }) => sum + count, 0));
  return names.find(({ count }) => (left -= count) < 0)!;
}

const arabic = rowsOf('arabic-names.csv').map(([own = '', latin = '', count]): CommonName => ({
  own,
  latin,
  count: Number(count),
}));

/** Of names in Arabic letters: every second one with a middle name. */
export function arabicPerson(random: Random): CommonPerson {
  const names = Array.from({ length: 2 + random.below(2) }, () => drawn(arabic, random));
  return { own: names.map(({ own }) => own).join(' '), latin: names.map(({ latin }) => latin).join(' ') };
}

/** Scripts whose common names were collected by hand: not measured, but nobody may be stopped for nothing. */
export const COLLECTED = ['Hangul', 'Han', 'Hebrew', 'Devanagari'] as const;

export function commonPerson(script: (typeof COLLECTED)[number]): (random: Random) => CommonPerson {
  const rows = rowsOf('common-names.csv').filter(([of]) => of === script);
  const namesOf = (part: string) =>
    rows.flatMap(([, of, own = '', latin = '', count]): CommonName[] =>
      of === part ? [{ own, latin, count: Number(count) }] : [],
    );
  const [surnames, given] = [namesOf('surname'), namesOf('given')];
  return (random) => {
    const [first, last] = [drawn(given, random), drawn(surnames, random)];
    const isTogether = script === 'Hangul' || script === 'Han';
    return {
      own: isTogether ? last.own + first.own : `${first.own} ${last.own}`,
      latin: `${first.latin} ${last.latin}`,
    };
  };
}

/** The shares of clean people with a hit, in their own letters and in Latin ones. */
export function alarmsOf(screener: Screener, persons: number, random: Random, dated: boolean, next = arabicPerson) {
  let [own, latin] = [0, 0];
  const times: number[] = [];
  for (let person = 0; person < persons; person++) {
    const one = next(random);
    const born = `${1940 + random.below(66)}-${10 + random.below(3)}-${10 + random.below(19)}`;
    const alarmed = (name: string) => {
      const birthDate = dated ? { value: born, confirmed: true } : null;
      return screener.screen({ kind: 'individual', names: [name], birthDate, countries: [] }).hits.length > 0;
    };
    const begun = performance.now();
    if (alarmed(one.own)) own++;
    times.push(performance.now() - begun);
    if (alarmed(one.latin)) latin++;
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return { own: own / persons, latin: latin / persons, p50, p95 };
}
