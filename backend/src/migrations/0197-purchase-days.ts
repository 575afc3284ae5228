import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The business day of a purchase, on which rates of return are based, like rent. */
export class PurchaseDays0000000000197 implements MigrationInterface {
  name = 'PurchaseDays0000000000197';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.purchases add column date text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.purchases drop column date');
  }
}
