import { Module } from '@nestjs/common';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { Checkpoints } from './checkpoints/checkpoints.js';
import { TransparencyJob } from './processes/transparency.job.js';
import { LogTree } from './tree/log-tree.js';
import { LogController } from './use-cases/show-log/log.controller.js';
import { ShowCheckpointHandler, ShowLogKeyHandler, ShowTileHandler } from './use-cases/show-log/log.queries.js';

/** The Merkle tree beside the log, and the checkpoints that are signed of it: what anybody can hold the log against. */
@Module({
  imports: [PlatformAccountsModule],
  controllers: [LogController],
  providers: [LogTree, Checkpoints, TransparencyJob, ShowCheckpointHandler, ShowLogKeyHandler, ShowTileHandler],
  exports: [LogTree, Checkpoints],
})
export class TransparencyModule {}
