import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DirectPaymentRequest, type PaymentStartedAnswer } from '@tknest/contracts/api';
import { feeOf, parseRlusd } from '@tknest/contracts/money';
import { FEES_BPS, LIMITS } from '@tknest/contracts/rules';
import { isValidClassicAddress } from 'xrpl';
import { CONFIG, type Config } from '#platform/config/config.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { StartPayment } from '../start-payment/start-payment.command.js';
import { mustAgree } from '../../posted-figures.js';

@Controller('api/rlusd/process-payment')
export class DirectPaymentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly standing: ToldStanding,
    @Inject(CONFIG) private readonly config: Pick<Config, 'directPaymentUnverifiedMax'>,
  ) {}

  /** Sends RLUSD to anybody, with the 2.5 % fee on top (REQ-2.5.11, REQ-2.9.5). */
  @Post()
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  async send(
    @CurrentSession() session: Session,
    @Body() body: DirectPaymentRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    if (!isValidClassicAddress(body.recipientWallet))
      throw new Refused('invalid', 'Valid XRPL wallet address required', {
        errors: { recipientWallet: ['Valid XRPL wallet address required'] },
      });
    if (body.recipientWallet === session.wallet)
      throw new Refused('invalid', 'You cannot pay yourself', {
        errors: { recipientWallet: ['This is your own wallet'] },
      });
    const amount = parseRlusd(body.amount, 6);
    mustAgree(body, amount, feeOf(amount, FEES_BPS.directPayment));
    await this.standing.mayBegin(session.wallet, null);
    const isVerified = await this.standing.isVerified(session.wallet, 'any');
    return this.commands.execute(
      new StartPayment(
        session,
        {
          kind: 'rlusd_payment',
          payee: body.recipientWallet,
          amount,
          feeBps: FEES_BPS.directPayment,
          property: null,
          tokens: null,
          memo: body.memo?.trim() || null,
          priority: body.priority,
          refund: null,
          unverifiedMax: isVerified ? null : this.config.directPaymentUnverifiedMax,
        },
        { key, input: { call: 'process-payment', ...body } },
      ),
    );
  }
}
