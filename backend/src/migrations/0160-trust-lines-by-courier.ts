import type { MigrationInterface, QueryRunner } from 'typeorm';
import { handOver } from './0140-one-courier.js';

/** The courier now carries trust lines too and takes over their timers. */
export class TrustLinesByCourier0000000000160 implements MigrationInterface {
  name = 'TrustLinesByCourier0000000000160';

  async up(runner: QueryRunner): Promise<void> {
    await handOver(runner, 'trust-line', 'trust-line');
  }

  async down(): Promise<void> {
    // The previous program cannot read a log of this generation, so there is nothing to revert.
  }
}
