import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SetupAutopayRequest, type AutopayAnswer } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { SetUpAutopay } from './set-up-autopay.command.js';

@Controller('api/loan/setup-autopay')
export class SetUpAutopayController {
  constructor(private readonly commands: CommandBus) {}

  /** Turns autopay on; `autoPayEnabled: false` ends it (REQ-2.7.9). */
  @Post()
  @HttpCode(200)
  setUp(
    @CurrentSession() session: Session,
    @Body() body: SetupAutopayRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<AutopayAnswer> {
    return this.commands.execute(new SetUpAutopay(session, body, key));
  }
}
