import type { ListedParty, SanctionsList } from '#features/screening/list/listed-party.js';
import { Screener } from '#features/screening/screener.js';

/** The birth date of everybody on the list of `screenerOf`. */
export const LISTED_BIRTH_DATE = '1970-05-17';

/** A screener of one list of persons with these names. */
export function screenerOf(...names: string[]): Promise<Screener> {
  const parties = names.map((name, at): ListedParty => ({
    list: 'UN',
    entityNumber: String(at),
    type: 'individual',
    names: [{ name, kind: 'primary' }],
    weakAliases: [],
    programs: [],
    birthDates: [{ text: '', firstYear: 1970, lastYear: 1970, month: 5, day: 17, circa: false }],
    countries: [],
    remarks: '',
    hash: String(at),
  }));
  const list: SanctionsList = { name: 'UN', published: '2026-02-27', fetchedAt: '2026-02-27', sha256: '', parties };
  return Screener.of([list], list, () => undefined);
}

export const screenPerson = (screener: Screener, name: string, birthDate: string | null = null) =>
  screener.screen({
    kind: 'individual',
    names: [name],
    birthDate: birthDate === null ? null : { value: birthDate, confirmed: false },
    countries: [],
  });
