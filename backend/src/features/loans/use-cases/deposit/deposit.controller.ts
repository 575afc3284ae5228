import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DepositRequest, type PaymentStartedAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import type { Session } from '#platform/sessions/session.js';
import { Deposit } from './deposit.command.js';

@Controller('api/rlusd/deposit')
export class DepositController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Deposits money for due installments of the caller's own property. The deposit grows once a ledger has validated it.
   */
  @Post()
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  deposit(
    @CurrentSession() session: Session,
    @Body() body: DepositRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    return this.commands.execute(new Deposit(session, body, key));
  }
}
