import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { requestErasure } from '../../erasure/erasure.decider.js';
import { identityFold } from '../../identity.state.js';

/** Somebody wishes to be forgotten; an admin carries it out. */
export class AskForErasure extends Command<Position> {
  constructor(readonly session: Session) {
    super();
  }
}

@CommandHandler(AskForErasure)
export class AskForErasureHandler implements ICommandHandler<AskForErasure> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (409) if nothing is kept */
  async execute({ session }: AskForErasure): Promise<Position> {
    const { wallet } = session;
    const context = await this.causation.contextOf({ session });
    const decide = (state: Parameters<typeof requestErasure>[1]) => requestErasure(wallet, state);
    return (await handleCommand(this.store, identityFold(wallet), decide, context)).position;
  }
}
