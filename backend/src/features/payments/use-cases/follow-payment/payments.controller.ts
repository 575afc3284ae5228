import { Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { PaymentsQuery, type PaymentView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { cursorOf, pageOf, readCursor } from '../../../../platform/http/paging.js';
import { Payments } from '../../payments.service.js';

@Controller('api/rlusd')
export class PaymentsController {
  constructor(
    private readonly payments: Payments,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** How a payment stands, read from its own stream. */
  @Get('payment-status/:paymentId')
  show(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<PaymentView> {
    return this.payments.show(session, paymentId);
  }

  /**
   * One's own payments, newest first; `open=true`: what is under way, so that a reload or another device goes on where
   * one was; `refundable=true`: what one is asked to pay back.
   */
  @Get('payments')
  async list(
    @CurrentSession() session: Session,
    @Query() query: PaymentsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentView[]> {
    if (query.open === 'true') return this.payments.open(session.wallet);
    if (query.refundable === 'true') return this.owedBack(session);
    const { limit, offset } = pageOf({ ...query, limit: query.limit ?? '20' }, readCursor(query.cursor));
    const rows: { payment_id: string }[] = await this.db.query(
      `select payment_id from transactions where user_wallet = $1 and leg = 'recipient' order by seq desc offset $2 limit $3`,
      [session.wallet, offset, limit + 1],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    return Promise.all(rows.slice(0, limit).map(({ payment_id }) => this.payments.show(session, payment_id)));
  }

  /** What reached the session's wallet without tokens being issued for it: it is asked to pay it back. */
  private async owedBack(session: Session): Promise<PaymentView[]> {
    const rows: { payment_id: string }[] = await this.db.query(
      `select payment_id from cases where kind = 'late-principal' and status = 'open' and details->>'payee' = $1 and details->>'remedy' = 'refund' order by opened_at, id`,
      [session.wallet],
    );
    return Promise.all(rows.map(({ payment_id }) => this.payments.show(session, payment_id)));
  }

  @Post('payments/:paymentId/cancel')
  @HttpCode(200)
  cancel(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<PaymentView> {
    return this.payments.cancel(session, paymentId);
  }
}
