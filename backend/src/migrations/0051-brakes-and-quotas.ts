import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets that an admin suspended; and who put a document into the vault, for a quota per person. */
export class BrakesAndQuotas0000000000051 implements MigrationInterface {
  name = 'BrakesAndQuotas0000000000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read_models.persons add column suspended boolean not null default false;
      alter table platform.vault_items add column uploaded_by text;
      update platform.vault_items set uploaded_by = subject where kind = 'kyc-document';
      create index vault_items_uploaded_by on platform.vault_items (uploaded_by) where uploaded_by is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table platform.vault_items drop column uploaded_by;
      alter table read_models.persons drop column suspended;
    `);
  }
}
