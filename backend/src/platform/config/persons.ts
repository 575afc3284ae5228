/** The owners of admins' and officers' wallets, by the settings. Pure. */
import type { Config } from './config.js';

type Persons = Config['persons'];

/** A wallet without a named person counts as a person of its own. */
export const personOf = (persons: Persons, wallet: string): string => persons.get(wallet) ?? wallet;

/** The wallets of the same person, this one first. */
export function walletsOfPerson(persons: Persons, wallet: string): string[] {
  const person = personOf(persons, wallet);
  const named = [...persons].filter(([, one]) => one === person).map(([one]) => one);
  return [...new Set([wallet, ...named])];
}
