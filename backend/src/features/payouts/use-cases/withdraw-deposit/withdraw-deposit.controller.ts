import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WithdrawDepositRequest } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { WithdrawDeposit } from './withdraw-deposit.command.js';

@Controller('api/loan/withdraw-deposit')
export class WithdrawDepositController {
  constructor(private readonly commands: CommandBus) {}

  /** Pays the part of the deposit beyond the amount due back to the landlord's own wallet. */
  @Post()
  @HttpCode(202)
  withdraw(
    @CurrentSession() session: Session,
    @Body() body: WithdrawDepositRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<{ success: true; payoutId: string }> {
    return this.commands.execute(new WithdrawDeposit(session, body, key));
  }
}
