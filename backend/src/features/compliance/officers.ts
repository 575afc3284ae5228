import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { personOf, walletsOfPerson } from '#platform/config/persons.js';
import { PersonWallets } from '#features/identity/module.public.js';

/** Which officers may decide on which wallets. */
@Injectable()
export class Officers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly wallets: PersonWallets,
  ) {}

  /** The officer's own wallet, or another one of the same person. */
  async linked(officer: string, wallet: string): Promise<boolean> {
    return (
      walletsOfPerson(this.config.persons, officer).includes(wallet) || this.wallets.areOnePersons(officer, wallet)
    );
  }

  /** The officer's other wallets: they count as one person. */
  async furtherOf(officer: string): Promise<string[]> {
    const others = [...walletsOfPerson(this.config.persons, officer), ...(await this.wallets.othersOf(officer))];
    return [...new Set(others)].filter((wallet) => wallet !== officer);
  }

  /** The name that the settings give an officer or admin, if any. */
  nameOf(wallet: string): string | undefined {
    const person = personOf(this.config.persons, wallet);
    return person === wallet ? undefined : person;
  }

  /** How many people may decide on a wallet. */
  async countFor(wallet: string): Promise<number> {
    const all = new Set([...this.config.complianceWallets, ...this.config.adminWallets]);
    const counted = new Set<string>();
    let persons = 0;
    for (const officer of all) {
      if (counted.has(officer) || (await this.linked(officer, wallet))) continue;
      persons++;
      for (const one of [officer, ...(await this.furtherOf(officer))]) counted.add(one);
    }
    return persons;
  }
}
