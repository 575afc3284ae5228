import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { Refused } from '../../../../platform/domain/refused.js';
import type { Session } from '../../../../platform/http/access.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { RETAINED, retainedSubject, type RetainedPerson } from '../../erasure/eraser.js';
import { identityStream } from '../../identity.state.js';

/** Opens what is kept of an erased person. The look is a fact before anything is shown. */
export class ShowRetained extends Command<RetainedPerson[]> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
  ) {
    super();
  }
}

@CommandHandler(ShowRetained)
export class ShowRetainedHandler implements ICommandHandler<ShowRetained> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (404) where nothing is kept */
  async execute({ session, wallet }: ShowRetained): Promise<RetainedPerson[]> {
    const items = await this.vault.itemsOf(retainedSubject(wallet), RETAINED);
    if (items.length === 0) throw new Refused('not-found', 'Nothing is kept of this wallet');
    const looked = { type: 'RetainedViewed', data: { wallet, by: session.wallet } };
    await this.store.append(identityStream(wallet), 'any', [looked], await this.causation.contextOf({ session }));
    return Promise.all(items.map(async (item) => (await this.vault.get(item)) as unknown as RetainedPerson));
  }
}
