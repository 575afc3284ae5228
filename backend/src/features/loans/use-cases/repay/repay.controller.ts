import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LoanPaymentRequest, PaybackRequest, type PaymentStartedAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import type { Session } from '#platform/sessions/session.js';
import { Repay } from './repay.command.js';

/** The two calls that repay a loan; they differ in the name of the amount. */
@Controller('api')
export class RepayController {
  constructor(private readonly commands: CommandBus) {}

  /** A repayment of an amount that the landlord chooses (REQ-2.7.10). */
  @Post('rlusd/payback')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  payback(
    @CurrentSession() session: Session,
    @Body() body: PaybackRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    const input = { call: 'payback', ...body };
    return this.commands.execute(new Repay(session, { ...body, amount: body.paybackAmount }, { key, input }));
  }

  /** A recommended amount (REQ-2.7.10). */
  @Post('loan/payment')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  payment(
    @CurrentSession() session: Session,
    @Body() body: LoanPaymentRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    const input = { call: 'loan-payment', ...body };
    return this.commands.execute(new Repay(session, { ...body, amount: body.paymentAmount }, { key, input }));
  }
}
