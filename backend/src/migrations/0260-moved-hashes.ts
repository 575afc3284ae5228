import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger transactions that events tell as moved, for the payout escrow and for all other accounts. */
export class MovedHashes0000000000260 implements MigrationInterface {
  name = 'MovedHashes0000000000260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.moved_hashes (
        hash      text    not null,
        in_escrow boolean not null,
        primary key (hash, in_escrow)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.moved_hashes');
  }
}
