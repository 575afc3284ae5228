import { Inject, Injectable } from '@nestjs/common';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Causation } from '#platform/sessions/causation.js';
import { ListedWallets } from '../listed-wallets.js';
import { PersonScreening } from './person-screening.js';
import { recordWalletScreening } from './person-screening.decider.js';
import { screeningFold, type WalletScreened } from './person-screening.state.js';

/** Records what the list says about a wallet, whoever owns it. */
@Injectable()
export class WalletScreening {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly listed: ListedWallets,
    private readonly persons: PersonScreening,
    private readonly causation: Causation,
  ) {}

  /**
   * Writes only what is news: a hit opens a case and suspends. One that the list has dropped waits for an officer.
   * @param commandId where the same look may be repeated
   */
  async record(wallet: string, occasion: WalletScreened['occasion'], commandId?: string): Promise<void> {
    const screened = this.listed.screened(wallet, occasion);
    if (!screened) return;
    await handleCommand(
      this.store,
      screeningFold(wallet),
      async (state) => recordWalletScreening(screened, state, await this.persons.newCase()),
      await this.causation.contextOf({ commandId }),
    );
  }
}
