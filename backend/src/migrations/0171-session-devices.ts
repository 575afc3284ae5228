import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The device of a session, like "Firefox on Windows"; null if it is not known. Deleted with the session, and stored
 * nowhere else.
 */
export class SessionDevices0000000000171 implements MigrationInterface {
  name = 'SessionDevices0000000000171';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.sessions add column device text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform.sessions drop column device');
  }
}
