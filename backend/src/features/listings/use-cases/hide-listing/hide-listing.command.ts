import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { hideListing } from '../../listing-hiding.decider.js';
import { listingFold } from '../../listing.decider.js';

/** Takes a listing out of the marketplace, or lets it back in. */
export class HideListing extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly hidden: boolean,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(HideListing)
export class HideListingHandler implements ICommandHandler<HideListing> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (404) if nothing is listed under the id */
  async execute({ session, propertyId, hidden, reason }: HideListing): Promise<Position> {
    const { position } = await handleCommand(
      this.store,
      listingFold(propertyId),
      (state) => hideListing({ hidden, reason }, state),
      await this.causation.contextOf({ session }),
    );
    return position;
  }
}
