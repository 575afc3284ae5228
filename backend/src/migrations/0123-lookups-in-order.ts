import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of many subjects found by one value, the first ones count; older rows count as simultaneous. */
export class LookupsInOrder0000000000123 implements MigrationInterface {
  name = 'LookupsInOrder0000000000123';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.vault_lookups add column created_at timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.vault_lookups drop column created_at');
  }
}
