import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule, RecordVerifier } from '#features/audit/module.public.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { TransparencyModule } from '#features/transparency/module.public.js';
import { AnchorAge } from './anchor-age.js';
import { AnchorBook } from './anchor-book.js';
import { AnchorsOnLedger } from './anchors-on-ledger.js';
import { AnchoringJob } from './processes/anchoring.job.js';
import { OrderAnchor } from './processes/order-anchor.js';
import { anchorOwner } from './order.js';
import { ProvenLog } from './proven-log.js';
import { AnchorNowHandler } from './use-cases/anchor-now/anchor-now.command.js';
import { AnchorsController } from './use-cases/show-anchors/anchors.controller.js';
import { ListAnchorsHandler } from './use-cases/show-anchors/anchors.query.js';

/** Writes the head of the log to the public ledger, and compares the log with the anchors there. */
@Module({
  imports: [AuditModule, PlatformAccountsModule, TransparencyModule],
  controllers: [AnchorsController],
  providers: [
    AnchorAge,
    AnchorBook,
    AnchorsOnLedger,
    ProvenLog,
    OrderAnchor,
    AnchoringJob,
    AnchorNowHandler,
    ListAnchorsHandler,
  ],
  exports: [AnchorAge, AnchorBook],
})
export class AnchoringModule implements OnModuleInit {
  constructor(
    private readonly courier: CourierService,
    private readonly verifier: RecordVerifier,
    private readonly onLedger: AnchorsOnLedger,
  ) {}

  onModuleInit(): void {
    this.courier.carry(anchorOwner);
    this.verifier.anchorsFrom((signal) => this.onLedger.read(signal));
  }
}
