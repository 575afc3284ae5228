import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A rebuild's checkpoint names its event, like the checkpoints of consumers: otherwise, after a log lost its end and
 * grew again, a rebuild would continue with rows of lost events.
 */
export class SealedRebuilds0000000000250 implements MigrationInterface {
  name = 'SealedRebuilds0000000000250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table platform.rebuild_checkpoints add column hash bytea;
      create trigger sealed before insert or update of position on platform.rebuild_checkpoints
        for each row execute function platform.seal_checkpoint();
      update platform.rebuild_checkpoints set position = position;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sealed on platform.rebuild_checkpoints;
      alter table platform.rebuild_checkpoints drop column hash;
    `);
  }
}
