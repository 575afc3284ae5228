/** Whose the wallets of admins and officers are, by the settings. Pure. */
import type { Config } from './config.js';

type Persons = Config['persons'];

/** A wallet that no person is named for is a person of its own. */
export const personOf = (persons: Persons, wallet: string): string => persons.get(wallet) ?? wallet;

/** The wallets of the same person, this one first. */
export function walletsOfPerson(persons: Persons, wallet: string): string[] {
  const person = personOf(persons, wallet);
  const named = [...persons].filter(([, one]) => one === person).map(([one]) => one);
  return [...new Set([wallet, ...named])];
}
