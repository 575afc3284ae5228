import { Module } from '@nestjs/common';
import { AnchoringModule } from '#features/anchoring/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { TransparencyModule } from '#features/transparency/module.public.js';
import { Anchored } from './anchored.js';
import { ReceiptSigner } from './processes/receipt-signer.js';
import { Receipts } from './receipts.js';
import { ProveReceiptHandler, ShowReceiptHandler } from './use-cases/show-receipt/receipt.queries.js';
import { ReceiptsController } from './use-cases/show-receipt/receipts.controller.js';

/** Receipts of payments, and proofs that the log and the ledger contain them. */
@Module({
  imports: [AnchoringModule, PlatformAccountsModule, TransparencyModule],
  controllers: [ReceiptsController],
  providers: [Anchored, Receipts, ReceiptSigner, ShowReceiptHandler, ProveReceiptHandler],
})
export class ReceiptsModule {}
