import type { BusinessDate } from '@tknest/contracts/events';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BusinessDateAnswer } from '@tknest/contracts/api';
import { addDays } from '@tknest/contracts/money';
import { BusinessCalendar, DateNotForward } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import type { Session } from '#platform/sessions/session.js';
import { Schedule } from '#features/loans/module.public.js';

/** The most days that are processed at once. */
const FARTHEST_DAYS = 50 * 365;
/** How long the answer waits until the days are processed, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Moves the business calendar forward in the sandbox; answers once those days are processed. */
export class AdvanceBusinessDate extends Command<BusinessDateAnswer> {
  /** @param date YYYY-MM-DD */
  constructor(
    readonly session: Session,
    readonly date: BusinessDate,
  ) {
    super();
  }
}

@CommandHandler(AdvanceBusinessDate)
export class AdvanceBusinessDateHandler implements ICommandHandler<AdvanceBusinessDate> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly schedule: Schedule,
  ) {}

  /** @throws LedgerUnavailable; Refused without a sandbox, for an invalid day, or for a day in the past */
  async execute({ session: { wallet, role }, date }: AdvanceBusinessDate): Promise<BusinessDateAnswer> {
    if (!this.config.sandbox || this.config.production) throw new Refused('not-found', 'Not Found');
    const day = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date)
      throw new Refused('invalid', 'date must be a day as YYYY-MM-DD');
    if (date > addDays(await this.calendar.today(), FARTHEST_DAYS))
      throw new Refused('invalid', 'date must be within 50 years, because every day in between is processed');
    try {
      await this.calendar.advanceTo(date, await this.ledger.validatedIndex(), { wallet, role });
    } catch (error) {
      if (error instanceof DateNotForward) throw new Refused('conflict', error.message);
      throw error;
    }
    return (await this.schedule.reached(date, PATIENCE_MS)) ? { date } : { date, pending: true };
  }
}
