import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which blocks of a thousand events name a wallet, or have events of a role: searches of the log skip the others. */
export class LogParties0000000000240 implements MigrationInterface {
  name = 'LogParties0000000000240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.log_parties (
        party text    not null,
        block integer not null,
        primary key (party, block)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read_models.log_parties');
  }
}
