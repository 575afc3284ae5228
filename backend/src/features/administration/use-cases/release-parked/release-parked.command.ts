import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OperationsEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { ParkedEvents, type Released } from '#platform/parked.js';
import { Causation } from '#platform/sessions/causation.js';

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
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly parked: ParkedEvents,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused if the consumer does not exist */
  async execute({ session, consumer }: ReleaseParked): Promise<Released> {
    const outcome = await this.parked.release(consumer);
    if (!outcome) throw new Refused('not-found', `No read model or process is called ${consumer}`);
    const event: OperationsEvent = { type: 'ParkedEventsReleased', data: { consumer, ...outcome } };
    const context = await this.causation.contextOf({ session });
    await this.store.append('operations-parked', 'any', [event], context);
    return outcome;
  }
}
