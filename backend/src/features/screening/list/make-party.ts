import { createHash } from 'node:crypto';
import type { ListedName, ListedParty } from './listed-party.js';

type Unhashed = Omit<ListedParty, 'hash'>;

/**
 * An entry with its digest, which stays the same if a publisher only changes the order of its parts. A party listed
 * only under weak names is screened by them.
 */
export function makeParty(fields: Unhashed): ListedParty {
  const isWeakAlone = fields.names.length === 0;
  const screened = isWeakAlone ? fields.weakAliases.map(inOrder) : fields.names;
  const party = {
    ...fields,
    names: distinct(screened, ({ kind, name }) => `${kind} ${name}`),
    weakAliases: isWeakAlone ? [] : distinct(fields.weakAliases, String),
    programs: distinct(fields.programs, String),
    countries: distinct(fields.countries, String).sort(),
  };
  const { names, weakAliases, programs, countries, type, birthDates, remarks } = party;
  const said = [
    type,
    names.map(({ kind, name }) => `${kind} ${name}`).sort(),
    [...weakAliases].sort(),
    [...programs].sort(),
    birthDates.map(({ text }) => text).sort(),
    countries,
    remarks,
  ];
  return { ...party, hash: createHash('sha256').update(JSON.stringify(said)).digest('hex') };
}

/** If no name is marked as primary, the first one is. */
export const inOrder = (name: string, at: number): ListedName => ({ name, kind: at === 0 ? 'primary' : 'alias' });

const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
];

/** "SURNAME, Given" if both are given; otherwise whatever there is. */
export const nameOfParts = (surname: string, given: readonly string[]): string => {
  const first = given
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
  return [surname.trim(), first].filter(Boolean).join(', ');
};
