import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of many who are found by one value those who came first count: what came before this day came at once. */
export class LookupsInOrder0000000000123 implements MigrationInterface {
  name = 'LookupsInOrder0000000000123';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.vault_lookups add column created_at timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.vault_lookups drop column created_at');
  }
}
