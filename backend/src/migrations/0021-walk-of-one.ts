import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A search within one property or one wallet uses an index-only scan, as transactions_walk does for the whole log: the
 * busiest has tens of thousands of a million rows.
 */
export class WalkOfOne0000000000021 implements MigrationInterface {
  name = 'WalkOfOne0000000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read_models.transactions_property, read_models.transactions_wallet;
      create index transactions_property on read_models.transactions (property_id, seq desc) include (type, status, search_text);
      create index transactions_wallet on read_models.transactions (user_wallet, seq desc) include (type, status, search_text);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read_models.transactions_property, read_models.transactions_wallet;
      create index transactions_property on read_models.transactions (property_id, seq desc);
      create index transactions_wallet on read_models.transactions (user_wallet, seq desc);
    `);
  }
}
