import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The vault: one wrapped key per subject, and the items encrypted with it. Destroying a key makes its items unreadable
 * forever.
 */
export class Vault0000000000002 implements MigrationInterface {
  name = 'Vault0000000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.vault_keys (
        id         uuid primary key default gen_random_uuid(),
        subject    text not null unique,
        wrapped    bytea not null,
        created_at timestamptz not null default now()
      );
      create table platform.vault_items (
        id         uuid primary key,
        key_id     uuid not null,
        subject    text not null,
        kind       text not null,
        sealed     bytea not null,
        created_at timestamptz not null default now()
      );
      create index vault_items_subject on platform.vault_items (subject);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.vault_items, platform.vault_keys');
  }
}
