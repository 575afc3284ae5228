import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The program's keys, each wrapped by the master key. `ring_key` says which key of the vault wraps a subject's key; 0
 * is the master key itself, as before there was a key ring.
 */
export class KeyRing0000000000180 implements MigrationInterface {
  name = 'KeyRing0000000000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.wrapped_keys (
        purpose  text        not null,
        id       integer     not null check (id > 0),
        wrapped  bytea       not null,
        made_at  timestamptz not null default now(),
        primary key (purpose, id)
      );
      alter table platform.vault_keys add column ring_key integer not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.wrapped_keys; alter table platform.vault_keys drop column ring_key');
  }
}
