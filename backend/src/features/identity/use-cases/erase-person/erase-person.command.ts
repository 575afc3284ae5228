import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { Eraser } from '../../erasure/eraser.js';
import { scheduleErasure } from '../../erasure/erasure.decider.js';
import { identityFold } from '../../identity.state.js';
import { Persons } from '../../persons.js';

/** An admin erases a person after seeing the legal holds: at once, or after `ERASURE_DELAY_DAYS`. */
export class ErasePerson extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    /** A proof of identity that was never scanned is destroyed instead of delaying the erasure. */
    readonly discardUnseen = false,
    readonly key?: string,
  ) {
    super();
  }
}

const DAY_MS = 86_400_000;

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    private readonly persons: Persons,
    private readonly eraser: Eraser,
    private readonly causation: Causation,
    private readonly calendar: BusinessCalendar,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Refused (404 for an unknown wallet; 409 naming the legal holds) */
  async execute({ session, wallet, discardUnseen, key }: ErasePerson): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    const input = { call: 'erasure', wallet, discardUnseen };
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    const { erasureDelayDays } = this.config;
    if (erasureDelayDays === 0) return this.eraser.erase(wallet, context, discardUnseen);
    const notBefore = new Date((await this.calendar.now()).getTime() + erasureDelayDays * DAY_MS);
    const holds = await this.eraser.holdsOn(wallet, discardUnseen);
    const scheduled = await handleCommand(
      this.store,
      identityFold(wallet),
      (state) => scheduleErasure({ wallet, notBefore, discardUnseen, holds }, state),
      context,
    );
    return scheduled.position;
  }
}
