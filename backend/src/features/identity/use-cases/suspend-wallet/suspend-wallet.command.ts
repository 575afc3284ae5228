import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { suspendWallet } from '../../identity.decider.js';
import { identityFold } from '../../identity.state.js';
import { Persons } from '../../persons.js';
import { VaultService } from '#platform/vault/vault.service.js';

/** Keeps a wallet from listing, buying and applying, or lets it again. */
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
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly persons: Persons,
    private readonly causation: Causation,
    private readonly vault: VaultService,
  ) {}

  /** @throws Refused (404) if the wallet never was here */
  async execute({ session, wallet, suspended, reason }: SuspendWallet): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    const reasonItem = await this.vault.put(wallet, 'brake-reason', { reason });
    const { position } = await handleCommand(
      this.store,
      identityFold(wallet),
      (state) => suspendWallet({ wallet, suspended, code: 'admin', reasonItem }, state),
      await this.causation.contextOf({ session }),
    );
    return position;
  }
}
