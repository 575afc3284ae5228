import { Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { LIMITS } from '@tknest/contracts/rules';
import { RateLimited } from '#platform/http/rate-limited.js';
import { RefundPayment } from './refund-payment.command.js';

@Controller('api/rlusd/payments')
export class RefundPaymentController {
  constructor(private readonly commands: CommandBus) {}

  /** Starts the refund of a principal by the wallet that received it: the whole amount, without a fee, only once. */
  @Post(':paymentId/refund')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  async refund(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    return this.commands.execute(new RefundPayment(session, paymentId, key));
  }
}
