import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hashes of the platform accounts' own setup belong to no payment; the log is compared too, up to a position. */
export class TwoWayReconciliation0000000000017 implements MigrationInterface {
  name = 'TwoWayReconciliation0000000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read_models.leg_hashes alter payment_id drop not null;
      create table read_models.reconciled_log (
        id          text primary key,
        to_position text not null,
        settled     integer not null,
        findings    integer not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table read_models.reconciled_log; delete from read_models.leg_hashes where payment_id is null; alter table read_models.leg_hashes alter payment_id set not null',
    );
  }
}
