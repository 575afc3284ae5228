import { Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import type { Session } from '#platform/sessions/session.js';
import { PayFee } from './pay-fee.command.js';

@Controller('api/rlusd/payments')
export class PayFeeController {
  constructor(private readonly commands: CommandBus) {}

  /** Starts the payment of a fee that is owed for a completed payment of the caller's person. */
  @Post(':paymentId/fee')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  pay(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    return this.commands.execute(new PayFee(session, paymentId, key));
  }
}
