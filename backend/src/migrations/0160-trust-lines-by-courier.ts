import type { MigrationInterface, QueryRunner } from 'typeorm';
import { handOver } from './0140-one-courier.js';

/** Trust lines are carried by the one courier too: their timers go over to it. */
export class TrustLinesByCourier0000000000160 implements MigrationInterface {
  name = 'TrustLinesByCourier0000000000160';

  async up(runner: QueryRunner): Promise<void> {
    await handOver(runner, 'trust-line', 'trust-line');
  }

  async down(): Promise<void> {
    // A log of this generation is not read by the program before: there is nothing to give back.
  }
}
