import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { hideListing } from '../../listing-hiding.decider.js';
import { listingFold } from '../../listing.decider.js';

/** Hides a listing from the marketplace, or shows it again. */
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
  constructor(private readonly recorder: Recorder) {}

  /** @throws Refused (404) if nothing is listed under the id */
  async execute({ session, propertyId, hidden, reason }: HideListing): Promise<Position> {
    const { position } = await this.recorder.decide(
      listingFold(propertyId),
      (state) => hideListing({ hidden, reason }, state),
      { session },
    );
    return position;
  }
}
