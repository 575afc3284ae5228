import { Module } from '@nestjs/common';
import { AnchoringModule } from '../anchoring/anchoring.public.js';
import { TokensModule } from '../tokens/tokens.public.js';
import { TransparencyModule } from '../transparency/transparency.public.js';
import { Prove } from './prove.js';
import { Receipts } from './receipts.js';
import { ProveReceiptHandler, ShowReceiptHandler } from './use-cases/show-receipt/receipt.queries.js';
import { ReceiptsController } from './use-cases/show-receipt/receipts.controller.js';

/** Receipts of payments, and the proof that the log and the ledger hold them. */
@Module({
  imports: [AnchoringModule, TokensModule, TransparencyModule],
  controllers: [ReceiptsController],
  providers: [Prove, Receipts, ShowReceiptHandler, ProveReceiptHandler],
})
export class ReceiptsModule {}
