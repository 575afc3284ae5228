import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CHECKPOINT_EVERY_SECONDS } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { Checkpoints } from '../checkpoints/checkpoints.js';
import { RecordSigner } from '../checkpoints/record-signer.js';
import { LogTree } from '../tree/log-tree.js';

const EVERY_MS = 2_000;
const JOB = 'transparency';

/** Publishes the key, extends the tree with the log, and signs its root once a minute while it grows. */
@Injectable()
export class TransparencyJob implements OnApplicationBootstrap {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly startUp: LedgerStartUp,
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
    private readonly signer: RecordSigner,
  ) {}

  onApplicationBootstrap(): void {
    // The checkpoints' name contains the issuer's address, so the accounts must exist first.
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'The tree could not follow the log; retrying');
  }

  async look(): Promise<void> {
    await this.signer.publishKey();
    const { size } = await this.tree.catchUp();
    const newest = await this.checkpoints.newest();
    const age = newest ? this.clock.now().getTime() - newest.at.getTime() : Infinity;
    if (size > 0 && newest?.size !== size && age >= CHECKPOINT_EVERY_SECONDS * 1_000) await this.signer.sign();
  }
}
