import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { hideListing } from '../../listing-hiding.decider.js';
import { listingFold } from '../../listing.decider.js';
import { pauseSale } from '../../sale-pausing.decider.js';

/** Hides a listing from the marketplace or pauses its sale, or ends either. */
export class ControlListing extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly control: { hidden: boolean } | { paused: boolean },
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ControlListing)
export class ControlListingHandler implements ICommandHandler<ControlListing> {
  constructor(private readonly recorder: Recorder) {}

  /** @throws Refused (404) if nothing is listed under the id; (409) if an admin resumes what no admin paused */
  async execute({ session, propertyId, control, reason }: ControlListing): Promise<Position> {
    const { position } = await this.recorder.decide(
      listingFold(propertyId),
      (state) =>
        'hidden' in control
          ? hideListing({ ...control, reason }, state)
          : pauseSale({ ...control, by: 'admin', reason }, state),
      { session },
    );
    return position;
  }
}
