import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.public.js';
import { PayoutsModule } from '../payouts/payouts.public.js';
import { TokensModule } from '../tokens/tokens.public.js';
import { BulkController } from './use-cases/carry-out/bulk.controller.js';
import { CarryOutBulkHandler } from './use-cases/carry-out/bulk.command.js';

/** Lists of wallets that are issued tokens, or paid, in one stroke. */
@Module({
  imports: [TokensModule, IdentityModule, PayoutsModule],
  controllers: [BulkController],
  providers: [CarryOutBulkHandler],
})
export class BulkModule {}
