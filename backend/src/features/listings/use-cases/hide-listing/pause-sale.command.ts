import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { listingFold } from '../../listing.decider.js';
import { pauseSale } from '../../sale-pausing.decider.js';

/** Pauses the sale of a listing for an admin, or resumes it. */
export class PauseSale extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly paused: boolean,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(PauseSale)
export class PauseSaleHandler implements ICommandHandler<PauseSale> {
  constructor(private readonly recorder: Recorder) {}

  /** @throws Refused (404) if nothing is listed under the id */
  async execute({ session, propertyId, paused, reason }: PauseSale): Promise<Position> {
    const { position } = await this.recorder.decide(
      listingFold(propertyId),
      (state) => pauseSale({ by: 'admin', paused, reason }, state),
      { session },
    );
    return position;
  }
}
