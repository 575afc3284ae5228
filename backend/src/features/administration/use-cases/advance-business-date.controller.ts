import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { Matches } from 'class-validator';
import { BusinessCalendar, DateNotForward } from '../../../platform/clock/business-calendar.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { Access, CurrentSession, type Session } from '../../../platform/http/access.js';
import { Refused } from '../../../platform/domain/refused.js';

export class BusinessDateRequest {
  @Matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { message: 'date must be a day as YYYY-MM-DD' })
  date!: string;
}

@Controller('api/admin/business-date')
@Access('admin')
export class BusinessDateController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** Moves the business calendar forward; where the sandbox runs only. */
  @Post()
  @HttpCode(200)
  async advance(@CurrentSession() session: Session, @Body() body: BusinessDateRequest): Promise<{ date: string }> {
    if (!this.config.sandbox || this.config.production) throw new Refused('not-found', 'Not Found');
    if (new Date(`${body.date}T00:00:00Z`).toISOString().slice(0, 10) !== body.date)
      throw new Refused('invalid', 'date must be a day as YYYY-MM-DD');
    try {
      await this.calendar.advanceTo(body.date, { wallet: session.wallet, role: session.role });
    } catch (error) {
      if (error instanceof DateNotForward) throw new Refused('conflict', error.message);
      throw error;
    }
    return { date: await this.calendar.today() };
  }
}
