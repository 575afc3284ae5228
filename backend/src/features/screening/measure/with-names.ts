import type { ListedParty, SanctionsList } from '../list/listed-party.js';
import type { Random } from '#platform/seeded-random.js';

const ENDINGS = 'aeioukmnrst';

/** A list enlarged to this many names, with people whose names combine words of the listed ones. */
export function withNames(list: SanctionsList, names: number, random: Random): SanctionsList {
  const persons = list.parties.filter(({ type }) => type === 'individual');
  const words = persons.flatMap((party) => party.names[0]!.name.split(/[ ,]+/)).filter((word) => word.length > 2);
  const word = () =>
    random.below(2) === 0 ? random.pick(words) : random.pick(words).slice(0, -1) + random.pick([...ENDINGS]);
  const parties: ListedParty[] = [...list.parties];
  for (let count = parties.reduce((sum, party) => sum + party.names.length, 0); count < names; count++)
    parties.push({
      ...random.pick(persons),
      entityNumber: `made-${count}`,
      names: [{ name: `${word()}, ${word()} ${random.below(3) === 0 ? word() : ''}`, kind: 'primary' }],
    });
  return { ...list, parties };
}
