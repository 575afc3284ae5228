import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every hash that was ever journaled, with what it is for: how the ledger's transactions find their way back to the
 * books.
 */
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
