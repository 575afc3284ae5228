import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OperationsEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { FailedEvents, type Released } from '#platform/failed-events.js';
import { Recorder } from '#platform/sessions/recorder.js';

/** Retries the failed events of a consumer, after an admin has fixed the cause. */
export class ReleaseFailedEvents extends Command<Released> {
  constructor(
    readonly session: Session,
    readonly consumer: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseFailedEvents)
export class ReleaseFailedEventsHandler implements ICommandHandler<ReleaseFailedEvents> {
  constructor(
    private readonly failed: FailedEvents,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused if the consumer does not exist */
  async execute({ session, consumer }: ReleaseFailedEvents): Promise<Released> {
    const outcome = await this.failed.release(consumer);
    if (!outcome) throw new Refused('not-found', `No read model or process is called ${consumer}`);
    const event: OperationsEvent = { type: 'FailedEventsReleased', data: { consumer, ...outcome } };
    await this.recorder.append('operations-failed-events', 'any', [event], { session });
    return outcome;
  }
}
