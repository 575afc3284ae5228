import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BusinessDateRequest } from '@tknest/contracts/api';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { AdvanceBusinessDate } from './advance-business-date.command.js';

@Controller('api/admin/business-date')
@Access('admin')
export class BusinessDateController {
  constructor(private readonly commands: CommandBus) {}

  /** Moves the business calendar forward; where the sandbox runs only. */
  @Post()
  @HttpCode(200)
  async advance(@CurrentSession() session: Session, @Body() body: BusinessDateRequest): Promise<{ date: string }> {
    return { date: await this.commands.execute(new AdvanceBusinessDate(session, body.date)) };
  }
}
