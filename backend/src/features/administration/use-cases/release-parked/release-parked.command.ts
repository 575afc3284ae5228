import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OperationsEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { ParkedEvents, type Released } from '#platform/parked.js';
import { Recorder } from '#platform/sessions/recorder.js';

/** Retries the failed events of a consumer, after an admin has fixed the cause. */
export class ReleaseParked extends Command<Released> {
  constructor(
    readonly session: Session,
    readonly consumer: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseParked)
export class ReleaseParkedHandler implements ICommandHandler<ReleaseParked> {
  constructor(
    private readonly parked: ParkedEvents,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused if the consumer does not exist */
  async execute({ session, consumer }: ReleaseParked): Promise<Released> {
    const outcome = await this.parked.release(consumer);
    if (!outcome) throw new Refused('not-found', `No read model or process is called ${consumer}`);
    const event: OperationsEvent = { type: 'ParkedEventsReleased', data: { consumer, ...outcome } };
    await this.recorder.append('operations-parked', 'any', [event], { session });
    return outcome;
  }
}
