import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BusinessCalendar, DateNotForward } from '../../../../platform/clock/business-calendar.js';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { Refused } from '../../../../platform/domain/refused.js';
import type { Session } from '../../../../platform/http/access.js';

/** Moves the business calendar forward, where the sandbox runs; answers with the day that it is then. */
export class AdvanceBusinessDate extends Command<string> {
  /** @param date YYYY-MM-DD */
  constructor(
    readonly session: Session,
    readonly date: string,
  ) {
    super();
  }
}

@CommandHandler(AdvanceBusinessDate)
export class AdvanceBusinessDateHandler implements ICommandHandler<AdvanceBusinessDate> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** @throws Refused where there is no sandbox, no such day, or the day lies behind */
  async execute({ session: { wallet, role }, date }: AdvanceBusinessDate): Promise<string> {
    if (!this.config.sandbox || this.config.production) throw new Refused('not-found', 'Not Found');
    const day = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date)
      throw new Refused('invalid', 'date must be a day as YYYY-MM-DD');
    try {
      await this.calendar.advanceTo(date, { wallet, role });
    } catch (error) {
      if (error instanceof DateNotForward) throw new Refused('conflict', error.message);
      throw error;
    }
    return this.calendar.today();
  }
}
