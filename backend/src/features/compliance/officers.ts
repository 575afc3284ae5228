import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { VaultService } from '../../platform/vault/vault.service.js';
import { SSN } from '../identity/identity.public.js';

/** Who may decide on whom. */
@Injectable()
export class Officers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly vault: VaultService,
  ) {}

  /** The officer's own wallet, or one of the same social security number. */
  async linked(officer: string, wallet: string): Promise<boolean> {
    return officer === wallet || (await this.vault.othersLike(wallet, SSN)).includes(officer);
  }

  /** How many persons may decide on a wallet. */
  async countFor(wallet: string): Promise<number> {
    const all = new Set([...this.config.complianceWallets, ...this.config.adminWallets]);
    const linked = new Set([wallet, ...(await this.vault.othersLike(wallet, SSN))]);
    return [...all].filter((officer) => !linked.has(officer)).length;
  }
}
