import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DemoRentRequest, type BusinessDateAnswer, type DemoRentAnswer } from '@tknest/contracts/api';
import { addMonths } from '@tknest/contracts/money';
import { LIMITS } from '@tknest/contracts/rules';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { AdvanceBusinessDate } from '../advance-business-date/advance-business-date.command.js';
import { PayDemoRent } from './pay-demo-rent.command.js';

/** Actions for trying out the program; only in the sandbox. */
@Controller('api/sandbox')
export class SandboxDeskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** Moves the business calendar forward by a month; everything due on those days is processed first. */
  @Post('month')
  @HttpCode(200)
  @RateLimited(LIMITS.sandboxDesk)
  async letMonthPass(@CurrentSession() session: Session): Promise<BusinessDateAnswer> {
    return this.commands.execute(new AdvanceBusinessDate(session, addMonths(await this.calendar.today(), 1)));
  }

  /** The landlord of a property pays what is due, or the next installment; an open sale is closed first. */
  @Post('rent')
  @HttpCode(200)
  @RateLimited(LIMITS.sandboxDesk)
  async payRent(@Body() { propertyId }: DemoRentRequest): Promise<DemoRentAnswer> {
    return this.commands.execute(new PayDemoRent(propertyId));
  }
}
