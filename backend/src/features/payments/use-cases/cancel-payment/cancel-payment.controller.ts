import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { PaymentView } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowPayment } from '../follow-payment/show-payment.query.js';
import { CancelPayment } from './cancel-payment.command.js';

@Controller('api/rlusd/payments/:paymentId/cancel')
export class CancelPaymentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  async cancel(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<PaymentView> {
    await this.commands.execute(new CancelPayment(session, paymentId));
    return this.queries.execute(new ShowPayment(session, paymentId));
  }
}
