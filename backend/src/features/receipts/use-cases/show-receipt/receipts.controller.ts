import { Controller, Get, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ReceiptProof, ReceiptView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { ProveReceipt, ShowReceipt } from './receipt.queries.js';

@Controller('api/receipts')
export class ReceiptsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** A settled payment: who, what, when, each transaction with its hash and ledger. */
  @Get(':paymentId')
  show(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<ReceiptView> {
    return this.queries.execute(new ShowReceipt(session, paymentId));
  }

  /** The file by which the payment proves itself with only a node of the ledger: docs/log-format.md. */
  @Get(':paymentId/proof')
  async proof(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReceiptProof> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    const proof = await this.queries.execute(new ProveReceipt(session, paymentId));
    const name = `receipt-${proof.payment.settledAt.slice(0, 10)}-${proof.payment.legs[0]!.hash.slice(0, 8)}.json`;
    response.set({ 'Content-Disposition': `attachment; filename="${name}"`, 'Cache-Control': 'no-store' });
    return proof;
  }
}
