import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ReceiptProof, ReceiptView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { attachment } from '#platform/http/download.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { receiptFileName, receiptPdf } from '../../receipt-pdf.js';
import { ProveReceipt, ShowReceipt } from './receipt.queries.js';

@Controller('api/receipts')
export class ReceiptsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly costly: CostlyWork,
  ) {}

  /** The receipt as a PDF. */
  @Get(':paymentId.pdf')
  @RateLimited(LIMITS.exports)
  async pdf(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const receipt = await this.queries.execute(new ShowReceipt(session, paymentId));
    response.set(attachment(receiptFileName(receipt, 'pdf')));
    const body = await this.costly.run(session.wallet, () => receiptPdf(receipt));
    return new StreamableFile(body, { type: 'application/pdf' });
  }

  /** A settled payment: parties, amounts, time, and each transaction with its hash and ledger. */
  @Get(':paymentId')
  show(@CurrentSession() session: Session, @Param('paymentId') paymentId: string): Promise<ReceiptView> {
    return this.queries.execute(new ShowReceipt(session, paymentId));
  }

  /** The proof of the payment, which can be verified with a ledger node alone: docs/log-format.md. */
  @Get(':paymentId/proof')
  @RateLimited(LIMITS.exports)
  async proof(
    @CurrentSession() session: Session,
    @Param('paymentId') paymentId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReceiptProof> {
    const proof = await this.queries.execute(new ProveReceipt(session, paymentId));
    response.set(attachment(receiptFileName(proof.payment, 'json')));
    return proof;
  }
}
