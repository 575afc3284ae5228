import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { PersonWallets } from '../identity/identity.public.js';

/** Who may decide on whom. */
@Injectable()
export class Officers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly wallets: PersonWallets,
  ) {}

  /** The officer's own wallet, or another one of the same person. */
  async linked(officer: string, wallet: string): Promise<boolean> {
    return officer === wallet || (await this.wallets.othersOf(wallet)).includes(officer);
  }

  /** The officer's further wallets: nobody is two persons by having two. */
  furtherOf(officer: string): Promise<string[]> {
    return this.wallets.othersOf(officer);
  }

  /** How many persons may decide on a wallet. */
  async countFor(wallet: string): Promise<number> {
    const all = new Set([...this.config.complianceWallets, ...this.config.adminWallets]);
    const linked = new Set([wallet, ...(await this.wallets.othersOf(wallet))]);
    const counted = new Set(linked);
    let persons = 0;
    for (const officer of all) {
      if (counted.has(officer)) continue;
      persons++;
      for (const one of [officer, ...(await this.furtherOf(officer))]) counted.add(one);
    }
    return persons;
  }
}
