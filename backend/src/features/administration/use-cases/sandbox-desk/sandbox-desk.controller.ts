import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DemoRentRequest, type BusinessDateAnswer, type DemoRentAnswer } from '@tknest/contracts/api';
import { addMonths } from '@tknest/contracts/money';
import { LIMITS } from '@tknest/contracts/rules';
import { BusinessCalendar } from '#platform/clock/business-calendar.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { AdvanceBusinessDate } from '../advance-business-date/advance-business-date.command.js';
import { PayDemoRent } from './pay-demo-rent.command.js';

/** What whoever tries the program lets happen; where the sandbox runs only. */
@Controller('api/sandbox')
export class SandboxDeskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly calendar: BusinessCalendar,
    private readonly limiter: RateLimiter,
  ) {}

  /** The business calendar goes a month forward; what falls due on the days between is done first. */
  @Post('month')
  @HttpCode(200)
  async letMonthPass(@CurrentSession() session: Session): Promise<BusinessDateAnswer> {
    await this.limiter.take(LIMITS.sandboxDesk, session.wallet);
    return this.commands.execute(new AdvanceBusinessDate(session, addMonths(await this.calendar.today(), 1)));
  }

  /** The landlord of a property pays what is due, or the next installment; an open sale is closed first. */
  @Post('rent')
  @HttpCode(200)
  async payRent(@CurrentSession() session: Session, @Body() { propertyId }: DemoRentRequest): Promise<DemoRentAnswer> {
    await this.limiter.take(LIMITS.sandboxDesk, session.wallet);
    return this.commands.execute(new PayDemoRent(propertyId));
  }
}
