import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why a payment moved no money: canceled, declined in the wallet, or left unsigned; null if it did, or if it was
 * refused.
 */
export class HowPaymentsEnded0000000000020 implements MigrationInterface {
  name = 'HowPaymentsEnded0000000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.transactions add column ending text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.transactions drop column ending');
  }
}
