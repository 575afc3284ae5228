import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every journaled hash with its purpose, by which transactions on the ledger are matched with the books. */
export class Reconciliation0000000000011 implements MigrationInterface {
  name = 'Reconciliation0000000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.leg_hashes (
        hash       text primary key,
        payment_id uuid not null,
        leg        text not null
      );
      create table read_models.reconciled (
        account      text primary key,
        to_ledger    integer not null,
        transactions integer not null,
        findings     integer not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.leg_hashes, read_models.reconciled');
  }
}
