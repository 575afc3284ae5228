import { Injectable } from '@nestjs/common';
import { Recorder } from '#platform/sessions/recorder.js';
import { ListedWallets } from '../listed-wallets.js';
import { PersonScreening } from './person-screening.js';
import { recordWalletScreening } from './person-screening.decider.js';
import { screeningFold, type WalletScreened } from './person-screening.state.js';

/** Records what the list says about a wallet, whoever owns it. */
@Injectable()
export class WalletScreening {
  constructor(
    private readonly listed: ListedWallets,
    private readonly persons: PersonScreening,
    private readonly recorder: Recorder,
  ) {}

  /**
   * Records only changes: a new hit opens a case and suspends. A hit that the list has dropped waits for an officer.
   * @param commandId if the same check may be repeated
   */
  async record(wallet: string, occasion: WalletScreened['occasion'], commandId?: string): Promise<void> {
    const screened = this.listed.screened(wallet, occasion);
    if (!screened) return;
    await this.recorder.decide(
      screeningFold(wallet),
      async (state) => recordWalletScreening(screened, state, await this.persons.newCase()),
      { commandId },
    );
  }

  /**
   * Records that somebody was refused to pay a listed wallet or to issue to it, each time. Does nothing for others, so
   * the answer stays that of any wallet that cannot be paid.
   */
  async recordAttempt(wallet: string, attempt: NonNullable<WalletScreened['attempt']>): Promise<void> {
    const screened = this.listed.screened(wallet, 'attempt');
    if (!screened || screened.hits.length === 0) return;
    await this.recorder.decide(
      screeningFold(wallet),
      async (state) => recordWalletScreening({ ...screened, attempt }, state, await this.persons.newCase()),
      {},
    );
  }
}
