import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Running counts of how payments ended, so that monitoring need not count them each time. */
export class PaymentEndings0000000000040 implements MigrationInterface {
  name = 'PaymentEndings0000000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table read_models.payment_endings (outcome text primary key, payments bigint not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.payment_endings');
  }
}
