import { Module } from '@nestjs/common';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { Checkpoints } from './checkpoints/checkpoints.js';
import { RecordSigner } from './checkpoints/record-signer.js';
import { TransparencyJob } from './processes/transparency.job.js';
import { LogTree } from './tree/log-tree.js';
import { LogController } from './use-cases/show-log/log.controller.js';
import { ShowCheckpointHandler, ShowLogKeyHandler, ShowTileHandler } from './use-cases/show-log/log.queries.js';

/** The log's Merkle tree and its signed checkpoints, with which anybody can verify the log. */
@Module({
  imports: [PlatformAccountsModule],
  controllers: [LogController],
  providers: [
    LogTree,
    Checkpoints,
    RecordSigner,
    TransparencyJob,
    ShowCheckpointHandler,
    ShowLogKeyHandler,
    ShowTileHandler,
  ],
  exports: [LogTree, Checkpoints, RecordSigner],
})
export class TransparencyModule {}
