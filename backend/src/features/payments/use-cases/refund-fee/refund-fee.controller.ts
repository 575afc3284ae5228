import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefundFeeRequest, type PaymentView } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowPayment } from '../follow-payment/show-payment.query.js';
import { RefundFee } from './refund-fee.command.js';

@Controller('api/admin/payments')
@Access('admin')
export class RefundFeeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Refunds a fee that was paid twice. Idempotent per fee. */
  @Post(':paymentId/refund-fee')
  @HttpCode(202)
  async refund(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Body() { reason }: RefundFeeRequest,
  ): Promise<PaymentView> {
    await this.commands.execute(new RefundFee(session, paymentId, reason));
    return this.queries.execute(new ShowPayment(session, paymentId));
  }
}
