import { Module } from '@nestjs/common';
import { AnchoringModule } from '#features/anchoring/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { TransparencyModule } from '#features/transparency/module.public.js';
import { Prove } from './prove.js';
import { Receipts } from './receipts.js';
import { ProveReceiptHandler, ShowReceiptHandler } from './use-cases/show-receipt/receipt.queries.js';
import { ReceiptsController } from './use-cases/show-receipt/receipts.controller.js';

/** Receipts of payments, and proofs that the log and the ledger contain them. */
@Module({
  imports: [AnchoringModule, PlatformAccountsModule, TransparencyModule],
  controllers: [ReceiptsController],
  providers: [Prove, Receipts, ShowReceiptHandler, ProveReceiptHandler],
})
export class ReceiptsModule {}
