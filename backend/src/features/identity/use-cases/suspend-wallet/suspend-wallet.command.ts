import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { suspendWallet } from '../../identity.decider.js';
import { identityFold } from '../../identity.state.js';
import { Persons } from '../../persons.js';
import { VaultService } from '#platform/vault/vault.service.js';

/** Suspends a wallet from listing, buying and applying, or lifts the suspension. */
export class SuspendWallet extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    readonly suspended: boolean,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SuspendWallet)
export class SuspendWalletHandler implements ICommandHandler<SuspendWallet> {
  constructor(
    private readonly persons: Persons,
    private readonly recorder: Recorder,
    private readonly vault: VaultService,
  ) {}

  /** @throws Refused (404) if the wallet never used the platform */
  async execute({ session, wallet, suspended, reason }: SuspendWallet): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    const reasonItem = await this.vault.put(wallet, 'brake-reason', { reason });
    const { position } = await this.recorder.decide(
      identityFold(wallet),
      (state) => suspendWallet({ wallet, suspended, code: 'admin', reasonItem }, state),
      { session },
    );
    return position;
  }
}
