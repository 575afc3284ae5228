import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseBirthDate } from '../list/birth-dates.js';
import type { ListedParty, SanctionsList } from '../list/listed-party.js';
import type { Screener } from '../screener.js';
import { ownBirthDate } from './measure.js';
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

/** A clean person in both scripts, of names drawn by how common they are: every second one with a middle name. */
function commonPerson(random: Random): { arabic: string; latin: string } {
  const names = Array.from({ length: 2 + random.below(2) }, () => commonName(random));
  return { arabic: names.map(([arabic]) => arabic).join(' '), latin: names.map(([, latin]) => latin).join(' ') };
}

const common = rowsOf('arabic-names.csv').map(
  ([arabic = '', latin = '', count]) => [arabic, latin, Number(count)] as const,
);
const total = common.reduce((sum, [, , count]) => sum + count, 0);

function commonName(random: Random): readonly [arabic: string, latin: string, count: number] {
  let left = random.below(total);
  return common.find(([, , count]) => (left -= count) < 0)!;
}

/** The shares of clean people who are not approved, in Arabic letters and in Latin ones. */
export function alarmsOf(screener: Screener, persons: number, random: Random, dated: boolean) {
  let [arabic, latin] = [0, 0];
  for (let person = 0; person < persons; person++) {
    const one = commonPerson(random);
    const born = `${1940 + random.below(66)}-${10 + random.below(3)}-${10 + random.below(19)}`;
    const alarmed = (name: string) =>
      screener.screen({
        kind: 'individual',
        names: [name],
        birthDate: dated ? { value: born, confirmed: true } : null,
        countries: [],
      }).status !== 'approved';
    if (alarmed(one.arabic)) arabic++;
    if (alarmed(one.latin)) latin++;
  }
  return { arabic: arabic / persons, latin: latin / persons };
}
