import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A search scans the log with an index-only scan, which reads four times as many entries in the same time. The longest
 * text (names and memos are limited, contracts' LISTING and PAYMENT) stays below the 2,704 bytes that a btree entry may
 * have.
 */
export class SearchWalk0000000000018 implements MigrationInterface {
  name = 'SearchWalk0000000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index transactions_walk on read_models.transactions (seq desc) include (type, status, search_text)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read_models.transactions_walk');
  }
}
