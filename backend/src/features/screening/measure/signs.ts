import type { ListedParty, SanctionsList } from '../list/listed-party.js';
import { wordsOf } from '../matching/words.js';
import { Screener } from '../screener.js';
import { cleanPerson } from './clean-names.js';
import { ownBirthDate } from './measure.js';
import type { CommonPerson } from './other-script.js';
import type { Random } from '#platform/seeded-random.js';

const SIGNS: readonly (readonly [spelling: string, sign: string, without: string])[] = [
  ['sh', 'š', 's'],
  ['zh', 'ž', 'z'],
  ['ch', 'č', 'c'],
];

const LIST = { name: 'OFAC', published: '2024-05-03', fetchedAt: '2024-05-03T00:00:00Z', sha256: '' } as const;

/** Two published names of one person: one with letters with signs, and another with an English spelling of these. */
export interface SignedPair {
  signed: string;
  listed: string;
  party: ListedParty;
}

/**
 * A list in plain letters publishes the same word with and without the h that an English spelling gives a sign (KALASOV
 * and KALASHOV): the name without it is taken as one of a document, with the sign put back (Kalašov).
 */
export function signedPairs(parties: readonly ListedParty[]): SignedPair[] {
  return parties.flatMap((party) =>
    party.names.flatMap(({ name: listed }) => {
      const spelled = new Map(
        wordsOf(listed).flatMap(({ text }) =>
          SIGNS.filter(([spelling]) => text.includes(spelling)).map(([spelling, sign, without]) => [
            text.replaceAll(spelling, without),
            text.replaceAll(spelling, sign),
          ]),
        ),
      );
      return party.names.flatMap(({ name }) => {
        const signed = name.replace(/[a-z]+/gi, (word) => spelled.get(word.toLowerCase()) ?? word);
        return signed === name
          ? []
          : [{ signed, listed, party: { ...party, names: [{ name: listed, kind: 'primary' }] } }];
      });
    }),
  );
}

/** A clean person whose name has such letters, written with signs and without. */
export function signedPerson(random: Random): CommonPerson {
  for (;;) {
    const latin = cleanPerson(random).name.toLowerCase();
    const own = SIGNS.reduce((text, [spelling, sign]) => text.replaceAll(spelling, sign), latin);
    if (own !== latin) return { own, latin };
  }
}

/** How many of these people would be approved under the name with signs: by it alone, and with the birth date. */
export async function signedRecall(pairs: readonly SignedPair[]) {
  const recall = { pairs: pairs.length, missed: 0, withBirthDate: 0 };
  for (const { signed, party } of pairs) {
    const list: SanctionsList = { ...LIST, parties: [party] };
    const screener = await Screener.of([list], list, () => undefined);
    const approved = (born: string | null) => {
      const birthDate = born === null ? null : { value: born, confirmed: false };
      return screener.screen({ kind: 'individual', names: [signed], birthDate, countries: [] }).status === 'approved';
    };
    if (approved(null)) recall.missed++;
    const born = ownBirthDate(party);
    if (born !== null && approved(born)) recall.withBirthDate++;
  }
  return recall;
}
