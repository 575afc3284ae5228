import type { MigrationInterface, QueryRunner } from 'typeorm';
import { handOver } from './0140-one-courier.js';

/** The courier now carries payout runs too and takes over their timers. */
export class PayoutsByCourier0000000000141 implements MigrationInterface {
  name = 'PayoutsByCourier0000000000141';

  async up(runner: QueryRunner): Promise<void> {
    await handOver(runner, 'payout', 'payout');
  }

  async down(): Promise<void> {
    // The previous program cannot read a log of this generation, so there is nothing to revert.
  }
}
