import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BusinessDateRequest, type BusinessDateAnswer } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { AdvanceBusinessDate } from './advance-business-date.command.js';

@Controller('api/admin/business-date')
@Access('admin')
export class BusinessDateController {
  constructor(private readonly commands: CommandBus) {}

  /** Moves the business calendar forward, only in the sandbox. Everything due on those days is processed first. */
  @Post()
  @HttpCode(200)
  advance(@CurrentSession() session: Session, @Body() body: BusinessDateRequest): Promise<BusinessDateAnswer> {
    return this.commands.execute(new AdvanceBusinessDate(session, body.date));
  }
}
