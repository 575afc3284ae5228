import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys that only workers can open: `wrapped_by` tells which key wraps a key of the ring, `ring_purpose` which of the
 * ring's keys wraps a subject's key.
 */
export class WorkerKeys0000000000199 implements MigrationInterface {
  name = 'WorkerKeys0000000000199';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table platform.wrapped_keys
        add column wrapped_by text not null default 'master' check (wrapped_by in ('master', 'signer'));
      alter table platform.vault_keys
        add column ring_purpose text not null default 'vault' check (ring_purpose in ('vault', 'signer'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table platform.wrapped_keys drop column wrapped_by;
      alter table platform.vault_keys drop column ring_purpose;
    `);
  }
}
