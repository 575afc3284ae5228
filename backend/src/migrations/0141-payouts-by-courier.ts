import type { MigrationInterface, QueryRunner } from 'typeorm';
import { handOver } from './0140-one-courier.js';

/** Payout runs are carried by the one courier too: their timers go over to it. */
export class PayoutsByCourier0000000000141 implements MigrationInterface {
  name = 'PayoutsByCourier0000000000141';

  async up(runner: QueryRunner): Promise<void> {
    await handOver(runner, 'payout', 'payout');
  }

  async down(): Promise<void> {
    // A log of this generation is not read by the program before: there is nothing to give back.
  }
}
