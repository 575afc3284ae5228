import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PaymentsQuery, type PaymentView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage, pageOf } from '#platform/http/paging.js';
import { ListPayments, type Which } from './list-payments.query.js';
import { ShowPayment } from './show-payment.query.js';

@Controller('api/rlusd')
export class PaymentsController {
  constructor(private readonly queries: QueryBus) {}

  /** The current state of a payment, read from its own stream. */
  @Get('payment-status/:paymentId')
  show(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<PaymentView> {
    return this.queries.execute(new ShowPayment(session, paymentId));
  }

  /**
   * The caller's payments, newest first. `open=true`: payments in progress, so that they continue after a reload or on
   * another device; `refundable=true`: payments that the caller must refund; `owedBack=true`: payments owed back to the
   * caller; `feeOwed=true`: payments of the caller's person whose platform fee is owed.
   */
  @Get('payments')
  async list(
    @CurrentSession() session: Session,
    @Query() query: PaymentsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentView[]> {
    return answerPage(response, await this.queries.execute(new ListPayments(session.wallet, whichOf(query))));
  }
}

/** Payments are read from their streams one by one, so a page of them is shorter than others. */
const PAGE = '20';

function whichOf(query: PaymentsQuery): Which {
  if (query.open === 'true') return { are: 'open' };
  if (query.refundable === 'true') return { are: 'refundable' };
  if (query.owedBack === 'true') return { are: 'owed-back' };
  if (query.feeOwed === 'true') return { are: 'fee-owed' };
  return { are: 'all', ...pageOf({ ...query, limit: query.limit || PAGE }) };
}
