import { Inject, Injectable } from '@nestjs/common';
import type { BusinessDate, BusinessDateAdvanced } from '@tknest/contracts/events';
import { dayAt } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { EVENT_STORE, type Actor, type EventStore } from '../event-store/event-store.js';
import { load } from '../event-store/folding.js';
import { CLOCK, type Clock } from './clock.js';
import { workedDays } from './worked-days.js';

const STREAM = 'calendar-business';

/** The business day moves forward only. */
export class DateNotForward extends Error {
  constructor(
    readonly from: BusinessDate,
    readonly to: BusinessDate,
  ) {
    super(`The business date is ${from}: it moves forward only, not to ${to}`);
    this.name = 'DateNotForward';
  }
}

/**
 * The day that schedules and accruals go by, in New York. Its goal is the wall clock's day, or one that somebody has
 * moved it ahead to: a log that was moved to January stays in January until the real day has caught up. It gets there
 * one day after another, each once everything of that day is appended.
 */
@Injectable()
export class BusinessCalendar {
  private moved: BusinessDate = '';
  private revision = -1;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The last day of which everything is done; where no work was ever done, the goal. */
  async today(): Promise<BusinessDate> {
    const [goal, { state }] = await Promise.all([this.goal(), load(this.store, workedDays)]);
    return state.completed !== null && state.completed < goal ? state.completed : goal;
  }

  /** The day that it is to be: today, unless days are still to be worked through. */
  async goal(): Promise<BusinessDate> {
    for await (const event of this.store.read(STREAM, { from: this.revision + 1 })) {
      this.moved = (event.data as BusinessDateAdvanced['data']).to;
      this.revision = event.revision;
    }
    const wall = dayAt(this.clock.now());
    return this.moved > wall ? this.moved : wall;
  }

  /** This moment by the business calendar: the wall clock's, or the beginning of a day that was moved ahead of it. */
  async now(): Promise<Date> {
    const wall = this.clock.now();
    const day = new Date(`${await this.today()}T00:00:00Z`);
    return day > wall ? day : wall;
  }

  /** @throws DateNotForward, WrongExpectedRevision where somebody else moved it at the same moment */
  async advanceTo(to: BusinessDate, actor: Actor): Promise<void> {
    const from = await this.goal();
    if (to <= from) throw new DateNotForward(from, to);
    const commandId = randomUUID();
    const metadata = { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: to };
    await this.store.append(
      STREAM,
      this.revision < 0 ? 'none' : this.revision,
      [{ type: 'BusinessDateAdvanced', data: { from, to } }],
      { metadata },
    );
  }
}
