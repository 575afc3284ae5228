import { Injectable } from '@nestjs/common';
import type { ScreeningHit } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { ListKeeper } from './list/list-keeper.js';
import type { WalletScreened } from './person/person-screening.state.js';

/** Wallets on a sanctions list. Checked when a wallet begins something or is paid. */
@Injectable()
export class ListedWallets {
  constructor(
    private readonly lists: ListKeeper,
    private readonly vault: VaultService,
  ) {}

  /**
   * The entries that name the wallet, each a high hit, according to the most recently loaded list, however old it is.
   */
  hitsOf(wallet: string): ScreeningHit[] {
    const parties = this.lists.loaded?.partiesOf(wallet) ?? [];
    if (parties.length === 0) return [];
    // Keyed like a name, because it is what was compared. A birth date is not used.
    const nameHash = this.vault.blindIndex('screened-wallet', wallet);
    return parties.map(({ list, entityNumber, hash: entryHash }) => ({
      list,
      entityNumber,
      entryHash,
      nameHash,
      birthDateHash: null,
      score: 1,
      level: 'high' as const,
    }));
  }

  /** The same as an event to record; null if no list was loaded yet. */
  screened(wallet: string, occasion: WalletScreened['occasion']): WalletScreened | null {
    const list = this.lists.loaded?.record;
    return list ? { wallet, occasion, list, hits: this.hitsOf(wallet), attempt: null } : null;
  }

  /** Every XRP Ledger address on the list. */
  get ledgerAddresses(): readonly string[] {
    return this.lists.loaded?.ledgerAddresses ?? [];
  }

  /** @throws Refused (503) if there is no current list, because then nothing new may begin */
  async mustBeUsable(): Promise<void> {
    if (await this.lists.current()) return;
    throw new Refused(
      'unavailable',
      'Sanctions screening is not available right now, so nothing new can begin. Nothing was started: try again later.',
    );
  }
}
